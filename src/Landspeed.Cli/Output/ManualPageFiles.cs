using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Platform;

namespace Landspeed.Cli.Output;

/// <summary>The manual pages of all verbs in one directory, as a package wants them.</summary>
internal static class ManualPageFiles
{
    /// <summary>Writes them, each published as a whole.</summary>
    /// <param name="option">The option that named the directory, for messages.</param>
    /// <param name="directory">The directory, which is made when missing.</param>
    /// <param name="pages">Texts by the names of their files.</param>
    /// <param name="listen">Listens to signals: one stops before the next page.</param>
    /// <returns>The exit code of the signal that stopped it; null: none did.</returns>
    /// <exception cref="ExperimentException">A file there is no page of ours, or one cannot be written.</exception>
    internal static int? Write(
        string option, string directory, IReadOnlyDictionary<string, string> pages, Func<Action, IStopSignals> listen)
    {
        foreach (string name in pages.Keys)
        {
            CheckReplaceable(option, ResultDirectory.PathOf(option, directory).Join(FilePath.FromText(name)));
        }

        ResultDirectory? opened = null;
        using IStopSignals signals = listen(() => opened?.Abandon());
        using ResultDirectory files = opened = ResultDirectory.Open(option, directory, pages.Keys);
        try
        {
            files.Complete(name => signals.ExitCode is null ? pages[name] : throw new OperationCanceledException());
            return null;
        }
        catch (Exception e) when (e is OperationCanceledException || signals.IsAbandoned)
        {
            return signals.ExitCode;
        }
    }

    // A page of another program, a link to elsewhere, a device: neither is replaced, nor written through.
    private static void CheckReplaceable(string option, FilePath path)
    {
        var file = new FileInfo(path.Text);
        if (file.LinkTarget is not null || Directory.Exists(path.Text) || (file.Exists && !IsPage(file)))
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"{option}: {path.Display} exists and is not a manual page that landspeed wrote; move it away, or name another directory");
        }
    }

    private static bool IsPage(FileInfo file)
    {
        if (NativePlatform.Files.StatusOf(FilePath.FromText(file.FullName), out FileStatus status).Failed || status.Kind != FileKind.Regular)
        {
            return false;
        }

        using StreamReader reader = file.OpenText();
        return $"{reader.ReadLine()}\n" == ManualPage.FirstLine;
    }
}
