using Landspeed.Experiments.Workfiles;

namespace Landspeed.Experiments.Processing;

/// <summary>One processing of a directory.</summary>
/// <param name="Input">The files.</param>
/// <param name="Target">An empty directory for the results; owned by the caller.</param>
/// <param name="Settings">The settings.</param>
internal sealed record ProcessTask(InputDirectory Input, FilePath Target, ProcessSettings Settings)
{
    /// <summary>Returns where the result of a file goes.</summary>
    /// <param name="index">Zero-based.</param>
    internal FilePath TargetOf(int index) => Target.Join(Input.Files[index].Name);
}

/// <summary>What a processing did.</summary>
/// <param name="Bytes">Bytes read; the same number was written.</param>
/// <param name="Lines">Lines worked on.</param>
/// <param name="NativeBufferBytes">Memory for buffers outside the managed heap.</param>
public readonly record struct ProcessResult(long Bytes, long Lines, long NativeBufferBytes);
