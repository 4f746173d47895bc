using Landspeed.Cli.Output;
using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Files.Trees;
using Landspeed.Hashing;

namespace Landspeed.Cli.Calls;

/// <summary>The checksums of a copy on their way to standard output or a manifest.</summary>
/// <remarks>For one thread at a time.</remarks>
internal sealed class CopyChecksums
{
    private readonly Terminal _terminal;
    private readonly ResultFile? _manifest;
    private readonly List<ChecksumLine> _lines = [];

    /// <summary>Prepares.</summary>
    /// <param name="terminal">Receives the lines where there is no manifest.</param>
    /// <param name="manifest">Receives them at the end, ordered by name; or null.</param>
    internal CopyChecksums(Terminal terminal, ResultFile? manifest)
    {
        _terminal = terminal;
        _manifest = manifest;
    }

    /// <summary>Takes a line.</summary>
    internal void Add(ChecksumLine line)
    {
        if (_manifest is null)
        {
            _terminal.WriteOutput(line.ToBytes());
        }
        else
        {
            _lines.Add(line);
        }
    }

    /// <summary>Reads the files of the copy that did not pass through it: a manifest names every file.</summary>
    /// <param name="files">Names for the lines, and where the files are.</param>
    /// <param name="algorithms">Which checksums.</param>
    /// <param name="stop">Ends it early.</param>
    internal void Read(
        IReadOnlyList<(FilePath Name, FilePath File)> files, IReadOnlyList<DigestAlgorithm> algorithms, CancellationToken stop)
    {
        // Past the page cache, so that what others have in it stays there.
        var reading = new SequentialFileOptions { Mode = IoMode.Direct };
        foreach ((FilePath name, FilePath file) in files.Where(file => HasContent(file.File)))
        {
            foreach (FileDigest digest in FileDigests.Read(file, [.. algorithms], reading, null, stop).Digests)
            {
                Add(new ChecksumLine(name, digest));
            }
        }
    }

    // A symbolic link that existed has no line, as it has none when it is made; what it leads to may not even belong to the copy.
    private static bool HasContent(FilePath file)
    {
        using OpenDirectory directory = OpenDirectory.Holding(file.Parent);
        return Entries.Find(new DirectoryEntry(directory, file.Name)) is not { Kind: not FileKind.Regular };
    }

    /// <summary>
    /// Writes the manifest, where there is one. One that does not name everything says so itself, and so does a
    /// message: else an older list would be taken for that of today's copy. Where nothing was copied, the older one is
    /// still right, and stays.
    /// </summary>
    /// <param name="outcome">How the copy ended.</param>
    /// <param name="lacking">Entries that did not come about.</param>
    /// <returns>What is to be said of it; null: nothing.</returns>
    internal string? Complete(CopyOutcome outcome, long lacking)
    {
        if (_manifest is null)
        {
            return null;
        }

        if (outcome == CopyOutcome.Stopped || (outcome != CopyOutcome.Done && _lines.Count == 0))
        {
            string why = outcome == CopyOutcome.Stopped ? "the copy was stopped" : "nothing was copied";
            return $"{_manifest.Named} is not written, because {why}; the previous file, if any, is unchanged";
        }

        string? incomplete = outcome == CopyOutcome.Done ? null : Reason(lacking);
        _manifest.CompleteBytes(stream =>
        {
            // Not disposed: that would close the file, which is still to be flushed.
            var buffered = new BufferedStream(stream, 64 * 1024);
            buffered.Write(incomplete is null ? [] : IncompleteManifest.ToBytes(incomplete));
            ChecksumManifest.Write(buffered, _lines.OrderBy(line => line.Name.Text, StringComparer.Ordinal));
            buffered.Flush();
        });
        return incomplete is null ? null : $"{_manifest.Named} is incomplete: {incomplete}";
    }

    private static string Reason(long lacking) => lacking switch
    {
        0 => "the copy ended with problems",
        1 => "1 entry was not copied and has no line, nor has anything below it",
        _ => FormattableString.Invariant($"{lacking} entries were not copied and have no line") +
            ", nor has anything below them",
    };
}
