using Landspeed.Experiments.Processing;

namespace Landspeed.Experiments.Tests.Processing;

public class LineReaderTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(64)]
    public void Lines_are_the_same_whatever_the_buffer(int bufferSize)
    {
        foreach (string text in new[] { "", "\n", "a", "a\n", "\na", "abcdefgh\n\nij\r\nkl\rmn\nop" })
        {
            string[] pieces = text.Split('\n');
            int last = text.EndsWith('\n') || text.Length == 0 ? pieces.Length - 1 : pieces.Length;
            var reader = new LineReader(new MemoryStream(System.Text.Encoding.Latin1.GetBytes(text)), bufferSize);
            List<(string, bool)> found = [];
            while (reader.TryRead(out Span<byte> line, out bool isEnded))
            {
                found.Add((System.Text.Encoding.Latin1.GetString(line), isEnded));
            }

            Assert.Equal(pieces.Take(last).Select((piece, index) => (piece, index < pieces.Length - 1)), found);
        }
    }
}
