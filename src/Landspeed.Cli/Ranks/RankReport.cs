using System.Text;

namespace Landspeed.Cli.Ranks;

/// <summary>What a rank tells rank 0 when all meet: what it is, how far it is, and what went wrong.</summary>
/// <param name="Program">Name and version of the program.</param>
/// <param name="Words">A digest of the words of its command line.</param>
/// <param name="Host">Where it runs.</param>
/// <param name="Step">Before which step it stands.</param>
/// <param name="Code">Its exit code; 0 while all goes well.</param>
/// <param name="Messages">What it would have said on standard error.</param>
internal sealed record RankReport(string Program, string Words, string Host, string Step, int Code, IReadOnlyList<string> Messages)
{
    // Of a rank that fails a million times, rank 0 need not hold all.
    private const int MostMessages = 100;

    /// <summary>The step behind which nothing comes.</summary>
    internal const string End = "end";

    /// <summary>The report as bytes.</summary>
    internal byte[] ToBytes()
    {
        using var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream, Encoding.UTF8);
        foreach (string text in new[] { Program, Words, Host, Step })
        {
            writer.Write(text);
        }

        writer.Write(Code);
        string[] kept = [.. Messages.Take(MostMessages)];
        writer.Write(kept.Length);
        Array.ForEach(kept, writer.Write);
        return stream.ToArray();
    }

    /// <summary>Reads one that may come from another version of the program.</summary>
    /// <param name="bytes">The report.</param>
    internal static RankReport Of(byte[] bytes)
    {
        try
        {
            using var reader = new BinaryReader(new MemoryStream(bytes), Encoding.UTF8);
            (string program, string words, string host, string step) = (reader.ReadString(), reader.ReadString(), reader.ReadString(), reader.ReadString());
            int code = reader.ReadInt32();
            var messages = new string[Math.Clamp(reader.ReadInt32(), 0, MostMessages)];
            for (int index = 0; index < messages.Length; index++)
            {
                messages[index] = reader.ReadString();
            }

            return new RankReport(program, words, host, step, code, messages);
        }
        catch (Exception e) when (e is IOException or FormatException)
        {
            return new RankReport("another version", string.Empty, "unknown host", string.Empty, 0, []);
        }
    }
}
