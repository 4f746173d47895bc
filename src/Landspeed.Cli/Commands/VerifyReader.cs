using System.CommandLine;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Copying;
using Landspeed.Files;
using Landspeed.Hashing;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>Reads the words of <c>verify</c> into a request, or says which of them cannot be.</summary>
internal sealed class VerifyReader
{
    private static readonly (string Word, (IoMode? Mode, Necessity Necessity) Value)[] s_modes =
    [
        .. Choices.Modes.Select(choice => (choice.Word, ((IoMode?)choice.Value.Mode, choice.Value.Necessity))),
        ("automatic", (null, Necessity.Preferred)),
    ];

    private readonly VerifySymbols _symbols;
    private readonly GivenWords _words;

    internal VerifyReader(VerifySymbols symbols, ParseResult words)
    {
        _symbols = symbols;
        _words = new GivenWords(words);
    }

    /// <summary>Reads the request.</summary>
    internal VerifyRequest Read()
    {
        FilePath manifest = Manifest();
        (IoMode? mode, Necessity necessity) = _words.Choice(_symbols.Mode, s_modes, (IoMode.Direct, Necessity.Preferred));
        string? json = _words.Text(_symbols.Json);
        new ResultOutputs { Json = json }.Refuse(manifest, "the manifest");
        return new VerifyRequest
        {
            Task = new VerificationTask
            {
                Manifest = manifest,
                Directory = _words.Read(_symbols.Directory, Values.Path) ?? FilePath.FromText("."),
                Algorithm = _words.Read(
                    _symbols.Checksum, (name, text) => (DigestAlgorithm?)Values.Choice(name, text, CopyChoices.Digests))
                    ?? Named(manifest),
                Mode = mode,
                Necessity = necessity,
                IgnoreMissing = _words.IsSet(_symbols.IgnoreMissing),
                FindExtra = _words.IsSet(_symbols.Extra),
                Threads = _words.Count(_symbols.Threads, 64) ?? 4,
            },
            Json = json,
            Verbose = _words.IsSet(_symbols.Verbose),
            Quiet = _words.IsSet(_symbols.Quiet),
        };
    }

    private FilePath Manifest()
    {
        const string Example = "for example: landspeed verify SHA256SUMS --directory /mnt/backup";
        string[] names = _words.Names(_symbols.Manifest);
        return names switch
        {
            [var name] => Values.Path("MANIFEST", name),
            [] => throw UsageError.Of($"no manifest named; {Example}"),
            _ => throw UsageError.Of($"more than one manifest named: {string.Join(", ", names.Select(Shown.Value))}; {Example}"),
        };
    }

    // MD5SUMS, photos.md5, photos.xxh128: 32 digits alone do not tell which of the two made them.
    private static DigestAlgorithm? Named(FilePath manifest)
    {
        string name = manifest.Name.Text;
        bool md5 = name.Contains("md5", StringComparison.OrdinalIgnoreCase);
        bool xxh = name.Contains("xxh", StringComparison.OrdinalIgnoreCase);
        return (md5, xxh) switch
        {
            (true, false) => DigestAlgorithm.Md5,
            (false, true) => DigestAlgorithm.Xxh128,
            _ => null,
        };
    }
}
