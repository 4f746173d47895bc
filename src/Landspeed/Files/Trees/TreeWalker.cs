using Landspeed.Platform;

namespace Landspeed.Files.Trees;

/// <summary>What is done in the directories that a <see cref="TreeWalker"/> comes to.</summary>
internal interface ITreeVisitor
{
    /// <summary>Reads the directory where the walk stands, and does what is to be done with its entries.</summary>
    /// <param name="below">Takes the names of the directories to enter afterwards.</param>
    void Visit(NameQueue below);

    /// <summary>Goes into a directory below, on each side that takes part there.</summary>
    /// <returns>Whether to visit it; when false, the walker brings every side back.</returns>
    bool Enter(FilePath name);

    /// <summary>Everything below is done; the walk still stands in the directory.</summary>
    void Leave()
    {
    }

    /// <summary>The walk is back in the directory above.</summary>
    /// <param name="name">The directory that was left.</param>
    /// <param name="status">What it was when it was entered.</param>
    void Left(FilePath name, in FileStatus status)
    {
    }

    /// <summary>A directory cannot be returned to, because somebody moved one below it; the rest of it stays undone.</summary>
    /// <param name="side">The side that is lost; it names the directory, which is not open.</param>
    /// <param name="error">Why.</param>
    /// <param name="isFirst">False for the directories above that are lost by the same move.</param>
    /// <returns>Whether to go on in the nearest directory above that is open.</returns>
    bool Lost(TreeDescent side, NativeError error, bool isFirst) => true;
}

/// <summary>
/// Walks through a tree, or through two trees side by side: visits a directory, then the directories below it in the order
/// in which the visitor named them. Keeps their names only, and few descriptors, however deep and wide the tree is.
/// </summary>
/// <remarks>For one thread. No symbolic link is followed.</remarks>
/// <param name="visitor">Moves the sides down; the walker moves them up.</param>
/// <param name="first">Takes part everywhere; stays the caller's.</param>
/// <param name="second">Takes part as deep as the visitor enters it, or null; stays the caller's.</param>
/// <param name="stop">Ends the walk: nothing more is entered, and everything is left in order.</param>
internal sealed class TreeWalker(ITreeVisitor visitor, TreeDescent first, TreeDescent? second, CancellationToken stop)
{
    private readonly Stack<(FilePath Name, NameQueue Below)> _levels = new();
    private int _start;

    /// <summary>Walks from where the sides stand, and back to the directory above that, or to the root.</summary>
    /// <param name="name">The name of that directory, for <see cref="ITreeVisitor.Left"/>; null at the root.</param>
    internal void Run(FilePath? name = null)
    {
        _start = first.Depth;
        Visit(name ?? FilePath.FromBytes("."u8));
        while (_levels.TryPeek(out (FilePath Name, NameQueue Below) level))
        {
            if (stop.IsCancellationRequested || level.Below.TryDequeue() is not { } below)
            {
                Leave();
            }
            else if (visitor.Enter(below))
            {
                Visit(below);
            }
            else
            {
                Return();
            }
        }
    }

    private void Visit(FilePath name)
    {
        var below = new NameQueue();
        _levels.Push((name, below));
        visitor.Visit(below);
    }

    private void Leave()
    {
        FileStatus status = first.Status;
        visitor.Leave();
        (FilePath name, _) = _levels.Pop();
        if (first.Depth > 0 && Return())
        {
            visitor.Left(name, status);
        }
    }

    // Where the directory itself is lost, the next one above that is open; then false.
    private bool Return()
    {
        for (bool isFirst = true; ; isFirst = false)
        {
            int depth = _start + _levels.Count - 1;
            NativeError secondError = second is null ? NativeError.None : GoUp(second, depth);
            NativeError firstError = GoUp(first, depth);
            if (!firstError.IsError && !secondError.IsError)
            {
                return isFirst;
            }

            bool isSecond = secondError.IsError;
            bool goesOn = visitor.Lost(isSecond ? second! : first, isSecond ? secondError : firstError, isFirst);
            if (!goesOn || !_levels.TryPop(out _))
            {
                _levels.Clear();
                return false;
            }
        }
    }

    private static NativeError GoUp(TreeDescent side, int depth)
    {
        NativeError error = NativeError.None;
        while (side.Depth > depth)
        {
            error = side.Leave();
        }

        return error;
    }
}
