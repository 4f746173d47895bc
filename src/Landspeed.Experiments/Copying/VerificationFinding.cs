using Landspeed.Experiments.Results;
using Landspeed.Hashing;
using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>What was found out about one line of a manifest, or one further file.</summary>
/// <param name="State">What.</param>
/// <param name="Entry">The line; null: no line names the file.</param>
/// <param name="Line">What the line says; null: nothing that can be read.</param>
/// <param name="Read">What reading gave; null: nothing was read.</param>
/// <param name="Message">Why not; null: it was read, or is not there.</param>
internal sealed record VerificationFinding(
    VerificationState State, ManifestEntry? Entry, ChecksumLine? Line, ReadDigest? Read, string? Message)
{
    private FilePath? Name { get; init; }

    /// <summary>Something about a file that no line names.</summary>
    internal static VerificationFinding Of(VerificationState state, FilePath name, string? message) =>
        new(state, null, null, null, message) { Name = name };

    /// <summary>The record of it.</summary>
    internal VerificationEntryRecord ToRecord()
    {
        FilePath? name = Line?.Name ?? Name;
        return new VerificationEntryRecord
        {
            State = State,
            Path = name?.Display,
            PathBase64 = name is null ? null : CopyRecords.Base64(name),
            Line = Entry?.LineNumber,
            Expected = Line?.Digest.Hex,
            Found = Read?.Digests[0].Hex,
            Message = Message,
        };
    }
}
