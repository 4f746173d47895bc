using System.CommandLine;

namespace Landspeed.Cli.Commands;

/// <summary>The words of <c>verify</c>. Values arrive as text and are read in one place, <see cref="VerifyReader"/>.</summary>
internal sealed class VerifySymbols
{
    internal const string Verb = "verify";

    internal Argument<string[]> Manifest { get; } = new("MANIFEST")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "Checksums as copy --manifest, md5sum, sha256sum and xxh128sum write them.",
    };

    internal Option<string> Directory { get; } = NewOption.Text(
        "--directory", "DIR", "What the manifest's names are relative to (default: the current directory).");

    internal Option<string> Checksum { get; } = NewOption.Text(
        "--checksum",
        "NAME",
        "md5, sha256 or xxh128 (default: what a line tells; 32 digits need it unless the manifest's name has md5 or xxh in it).");

    internal Option<string> Mode { get; } = NewOption.Text(
        "--mode",
        "MODE",
        "How files are read: prefer-direct (past the page cache, default), direct, buffered, uncached, prefer-uncached, or " +
        "automatic (from the page cache what it holds, the rest past it).");

    internal Option<string> Threads { get; } = NewOption.Text(
        "--threads", "N", "Files read at the same time, 1 to 64 (default: 4).");

    internal Option<bool> IgnoreMissing { get; } = NewOption.Flag("--ignore-missing", "Pass over files that are not there.");

    internal Option<bool> Extra { get; } = NewOption.Flag(
        "--extra", "Also list files of the directory that the manifest does not name.");

    internal Option<bool> Verbose { get; } = NewOption.Flag("--verbose", "Also list files that are as they should be.");

    internal Option<string> Json { get; } = SharedOption.Json();

    internal Option<bool> Quiet { get; } = NewOption.Flag("--quiet", "No progress, no summary; what is wrong is still listed.");

    /// <summary>The verb with all its words.</summary>
    internal Command ToCommand()
    {
        var command = new Command(Verb, "Check files against a manifest of checksums, read from the medium and not from memory.")
        {
            Manifest,
        };
        Option[] options = [Directory, Checksum, Mode, Threads, IgnoreMissing, Extra, Verbose, Json, Quiet];
        Array.ForEach(options, command.Add);
        return command;
    }
}
