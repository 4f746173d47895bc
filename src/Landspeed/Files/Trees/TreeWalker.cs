using Landspeed.Platform;

namespace Landspeed.Files.Trees;

/// <summary>What to do in the directories that a <see cref="TreeWalker"/> visits.</summary>
internal interface ITreeVisitor
{
    /// <summary>Reads the current directory and processes its entries.</summary>
    /// <param name="below">Receives the names of the directories to enter afterwards.</param>
    void Visit(NameQueue below);

    /// <summary>Enters a subdirectory on each side that takes part there.</summary>
    /// <returns>True to visit it; if false, the walker brings every side back.</returns>
    bool Enter(FilePath name);

    /// <summary>Called when everything below is done, while the walk is still in the directory.</summary>
    void Leave()
    {
    }

    /// <summary>Called when the walk is back in the parent directory.</summary>
    /// <param name="name">Name of the directory that was left.</param>
    /// <param name="status">Status of it when it was entered.</param>
    void Left(FilePath name, in FileStatus status)
    {
    }

    /// <summary>
    /// Called when a directory cannot be returned to because one below it was moved; the rest of it is left undone.
    /// </summary>
    /// <param name="side">The side that is lost; it names the directory, which is not open.</param>
    /// <param name="error">The reason.</param>
    /// <param name="isFirst">False for the parent directories that are lost by the same move.</param>
    /// <returns>True to continue in the nearest parent directory that is open.</returns>
    bool Lost(TreeDescent side, NativeError error, bool isFirst) => true;
}

/// <summary>
/// Walks a tree, or two trees side by side: visits a directory, then its subdirectories in the order in which the
/// visitor named them. Keeps only their names, and few descriptors, however deep and wide the tree is.
/// </summary>
/// <remarks>For use by one thread. Symbolic links are not followed.</remarks>
/// <param name="visitor">Moves the sides down; the walker moves them up.</param>
/// <param name="first">The side that takes part everywhere; still owned by the caller.</param>
/// <param name="second">
/// A side that takes part as deep as the visitor enters it, or null; still owned by the caller.
/// </param>
/// <param name="stop">Stops the walk: nothing more is entered, and everything is left in order.</param>
internal sealed class TreeWalker(ITreeVisitor visitor, TreeDescent first, TreeDescent? second, CancellationToken stop)
{
    private readonly Stack<(FilePath Name, NameQueue Below)> _levels = new();
    private int _start;

    /// <summary>Walks from the current directory of the sides, and back to its parent, or to the root.</summary>
    /// <param name="name">Name of that directory, for <see cref="ITreeVisitor.Left"/>; null at the root.</param>
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

    // If the directory itself is lost, returns to the nearest parent that is open and returns false.
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
