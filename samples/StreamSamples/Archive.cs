using System.Formats.Tar;
using System.IO.Compression;
using Landspeed;

namespace StreamSamples;

/// <summary>A compressed archive: what .NET wraps around a stream works on these, too.</summary>
internal static class Archive
{
    public static async Task<string> RunAsync(string path)
    {
        string archive = path + ".tar.br";
        await using (var brotli = new BrotliStream(SequentialFile.Create(archive), CompressionLevel.Fastest))
        await using (var tar = new TarWriter(brotli))
        {
            await tar.WriteEntryAsync(path, Path.GetFileName(path));
        }

        SequentialReadStream source = SequentialFile.OpenRead(archive);
        await using var reader = new TarReader(new BrotliStream(source, CompressionMode.Decompress));
        TarEntry entry = await reader.GetNextEntryAsync() ?? throw new IOException($"{archive} is empty");
        return $"{archive} holds {entry.Name} with {entry.Length} bytes";
    }
}
