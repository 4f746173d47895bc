using System.CommandLine;

namespace Landspeed.Cli.Commands;

/// <summary>The words of <c>copy</c>. Values arrive as text and are read in one place, <see cref="CopyReader"/>.</summary>
internal sealed class CopySymbols
{
    internal const string Verb = "copy";

    internal Argument<string[]> Places { get; } = new("SOURCE TARGET")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "A file or directory, and its copy's own name; DIR/ puts it into a directory under the source's name; " +
            "- is standard input or output.",
    };

    internal Option<bool> Verify { get; } = NewOption.Flag(
        "--verify", "Read the target again from the medium and compare, before it gets its name.");

    internal Option<string> Checksum { get; } = NewOption.Text(
        "--checksum",
        "LIST",
        "md5, sha256, xxh128: compute while copying and print lines as md5sum does on standard output; the summary then goes " +
        "to standard error.");

    internal Option<string> Manifest { get; } = NewOption.Text(
        "--manifest",
        "FILE",
        "Write the checksums of all files of the copy to a file, which is replaced, for verify, md5sum -c and the like (one " +
        "--checksum, default sha256).");

    internal Option<string> Overwrite { get; } = NewOption.Text(
        "--overwrite", "RULE", "What happens to a different file of that name: never (stays, default), older or always.");

    internal Option<bool> Update { get; } = NewOption.Flag(
        "--update", "Copy what is missing, and replace what is older; short for --overwrite older.");

    internal Option<bool> Delete { get; } = NewOption.Flag(
        "--delete", "Remove what the target has and the source lacks; needs --yes, try --dry-run first.");

    internal Option<bool> Yes { get; } = NewOption.Flag("--yes", "Really remove with --delete.");

    internal Option<bool> DryRun { get; } = NewOption.Flag("--dry-run", "Say what would be done and touch nothing.");

    internal Option<bool> Explain { get; } = NewOption.Flag("--explain", "Say which way the bytes went, and why.");

    internal Option<string[]> Include { get; } = NewOption.Texts(
        "--include", "GLOB", "Copy only what matches: a name at any depth (*.dat), or a path with slashes (a/**/*.dat); " +
        "several times.");

    internal Option<string[]> Exclude { get; } = NewOption.Texts(
        "--exclude", "GLOB", "Leave out what matches, whatever is included; several times.");

    internal Option<bool> CrossMounts { get; } = NewOption.Flag(
        "--cross-mounts", "Look into other file systems mounted below the source (default: their directories stay empty).");

    internal Option<bool> Special { get; } = NewOption.Flag(
        "--special", "Make FIFOs, sockets and device nodes anew (default: skipped and listed).");

    internal Option<string> Reflink { get; } = NewOption.Text(
        "--reflink", "RULE", "Share the source's blocks: auto (where possible, not with --verify; default), never or always.");

    internal Option<string> Way { get; } = NewOption.Text(
        "--way",
        "WAY",
        "auto (chosen for each file, default), direct (past the page cache), uncached (dropped behind) or buffered.");

    internal Option<string> Holes { get; } = NewOption.Text(
        "--holes", "RULE", "Holes of the source: keep (default) or fill (read and written as zeros).");

    internal Option<string> Limit { get; } = NewOption.Text(
        "--limit", "SIZE", "Bytes a second at most: 100M, 50MB (default: no limit).");

    internal Option<string> RequestSize { get; } = NewOption.Text(
        "--request-size", "SIZE", "Bytes of one request of a large file, 4KiB to 1GiB in steps of 4KiB (default: 1MiB).",
        "--block-size");

    internal Option<string> QueueDepth { get; } = NewOption.Text(
        "--queue-depth", "N", "Requests in flight, 1 to 256 (default: 8).");

    internal Option<string> Threads { get; } = NewOption.Text(
        "--threads", "N", "Threads for the small files of a tree, 1 to 64 (default: 4).");

    internal Option<string> SmallFile { get; } = NewOption.Text(
        "--small-file", "SIZE", "Length up to which a file of a tree is small, 0 to 64MiB (default: 1MiB).");

    internal Option<string> Engine { get; } = NewOption.Text(
        "--engine", "ENGINE", "automatic (io_uring, else threads; default), uring, threads or synchronous.");

    internal Option<bool> Resume { get; } = NewOption.Flag(
        "--resume", "Carry on where an interrupted copy stopped (default).");

    internal Option<bool> NoResume { get; } = NewOption.Flag(
        "--no-resume", "Remove what an interrupted copy left, and start anew.");

    internal Option<bool> Paranoid { get; } = NewOption.Flag(
        "--paranoid", "Carry on, but first read what was copied on both sides and compare.");

    internal Option<bool> RemoveSource { get; } = NewOption.Flag(
        "--remove-source", "Remove each file of the source once its copy is durable, and verified if that is asked.");

    internal Option<string> Clean { get; } = NewOption.Text(
        "--clean", "DIR", "Instead of a copy: remove what interrupted copies left below a directory; with --dry-run list it.");

    internal Option<string> Json { get; } = SharedOption.Json();

    internal Option<string> Events { get; } = NewOption.Text(
        "--events", "FILE", "Write a line of JSON for each entry as it is done to a file; - for standard output.");

    internal Option<bool> Quiet { get; } = NewOption.Flag("--quiet", "No progress, no summary; problems are still told.");

    /// <summary>The verb with all its words.</summary>
    internal Command ToCommand()
    {
        var command = new Command(Verb,
            "Copy a file or a directory: fast, durable, verified if asked, and never half a file under its name.")
        {
            Places,
        };
        Option[] options =
        [
            Verify, Checksum, Manifest, Overwrite, Update, Delete, Yes, DryRun, Explain, Include, Exclude, CrossMounts, Special,
            Reflink, Way, Holes, Limit, RequestSize, QueueDepth, Threads, SmallFile, Engine, Resume, NoResume, Paranoid,
            RemoveSource, Clean, Json, Events, Quiet,
        ];
        Array.ForEach(options, command.Add);
        return command;
    }
}
