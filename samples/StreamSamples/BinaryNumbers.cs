using Landspeed;

namespace StreamSamples;

/// <summary>Typed values, one after the other. The two classes buffer nothing; the streams below take small pieces well.</summary>
internal static class BinaryNumbers
{
    private const int Count = 1_000_000;

    public static Task<string> RunAsync(string path)
    {
        using (var writer = new BinaryWriter(SequentialFile.Create(path)))
        {
            for (int number = 0; number < Count; number++)
            {
                writer.Write(number);
                writer.Write(Math.Sqrt(number));
            }
        }

        int whole = 0;
        using var reader = new BinaryReader(SequentialFile.OpenRead(path));
        for (int record = 0; record < Count; record++)
        {
            int number = reader.ReadInt32();
            double root = reader.ReadDouble();
            whole += root == Math.Floor(root) && number >= 0 ? 1 : 0;
        }

        return Task.FromResult($"wrote and read {Count} numbers with their roots, {reader.BaseStream.Length} bytes; {whole} roots are whole");
    }
}
