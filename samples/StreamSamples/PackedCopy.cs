using System.IO.Compression;
using Landspeed;

namespace StreamSamples;

/// <summary>Compression between two files. Reading ahead and writing behind go on while it computes.</summary>
internal static class PackedCopy
{
    public static async Task<string> RunAsync(string path)
    {
        string packed = path + ".gz";
        await using (SequentialReadStream source = SequentialFile.OpenRead(path))
        await using (SequentialWriteStream target = SequentialFile.Create(packed))
        await using (var gzip = new GZipStream(target, CompressionLevel.Fastest))
        {
            await source.CopyToAsync(gzip);
        }

        long unpacked = 0;
        await using (var gzip = new GZipStream(SequentialFile.OpenRead(packed), CompressionMode.Decompress))
        {
            byte[] buffer = new byte[64 * 1024];
            int count;
            while ((count = await gzip.ReadAsync(buffer)) > 0)
            {
                unpacked += count;
            }
        }

        return $"packed {unpacked} bytes into {new FileInfo(packed).Length} and unpacked them again";
    }
}
