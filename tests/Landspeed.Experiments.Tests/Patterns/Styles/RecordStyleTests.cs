using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Experiments.Rounds;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Patterns.Styles;

public sealed class RecordStyleTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    // Those of lines: typed values have a form of their own.
    public static TheoryData<string> Creating => [.. OfLines.Where(style => style.Create is not null).Select(style => style.Name)];

    public static TheoryData<string> Reading => [.. OfLines.Where(style => style.Read is not null).Select(style => style.Name)];

    private static IEnumerable<RecordStyle> OfLines => RecordStyles.All.Where(style => style.Form == RecordForm.Lines);

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [MemberData(nameof(Creating))]
    public void Every_style_creates_the_same_bytes_around_the_size_of_a_block(string name)
    {
        foreach (int records in new[] { 1, 654, 655, 656, 5000 })
        {
            byte[] expected = new byte[records * SampleRecords.Length];
            SampleRecords.Fill(0, expected);
            string path = _scratch.File($"{name}-{records}");

            Style(name).Create!(path, records, ProgressMonitor.None);

            Assert.Equal(expected, File.ReadAllBytes(path));
        }
    }

    [Theory]
    [MemberData(nameof(Reading))]
    public void Every_style_reads_what_every_style_wrote(string name)
    {
        foreach (RecordStyle writer in OfLines.Where(style => style.Create is not null))
        {
            string path = _scratch.File(writer.Name);
            writer.Create!(path, 1321, ProgressMonitor.None);

            RecordTotal total = Style(name).Read!(path, ProgressMonitor.None);

            Assert.Equal((1321L, SumOf(File.ReadAllBytes(path))), (total.Records, total.Sum));
        }
    }

    [Theory]
    [MemberData(nameof(Reading))]
    public void A_short_last_record_and_a_missing_line_end_are_read(string name)
    {
        byte[] whole = new byte[700 * SampleRecords.Length];
        SampleRecords.Fill(7, whole);
        string path = _scratch.File("short");
        foreach (int cut in new[] { 1, 2, 3, 60, 99 })
        {
            byte[] content = whole[..^cut];
            File.WriteAllBytes(path, content);

            RecordTotal total = Style(name).Read!(path, ProgressMonitor.None);

            Assert.Equal((700L, SumOf(content)), (total.Records, total.Sum));
        }
    }

    [Theory]
    [MemberData(nameof(Reading))]
    public void An_empty_file_has_no_records(string name)
    {
        File.WriteAllBytes(_scratch.File("empty"), []);
        RecordTotal total = Style(name).Read!(_scratch.File("empty"), ProgressMonitor.None);
        Assert.Equal((0L, 0L), (total.Records, total.Sum));
    }

    [Theory]
    [MemberData(nameof(Reading))]
    public void A_missing_file_is_reported_as_such(string name) => Assert.Throws<FileNotFoundException>(
        () => Style(name).Read!(_scratch.File("missing"), ProgressMonitor.None));

    [Theory]
    [MemberData(nameof(Creating))]
    public void A_stop_ends_creating(string name)
    {
        var stopped = new ProgressMonitor(null, new CancellationToken(canceled: true));
        Assert.ThrowsAny<OperationCanceledException>(() => Style(name).Create!(_scratch.File("stopped"), 1000, stopped));
    }

    [Theory]
    [MemberData(nameof(Reading))]
    public void A_stop_ends_reading(string name)
    {
        byte[] content = new byte[10_000 * SampleRecords.Length];
        SampleRecords.Fill(0, content);
        File.WriteAllBytes(_scratch.File("full"), content);
        var stopped = new ProgressMonitor(null, new CancellationToken(canceled: true));
        Assert.ThrowsAny<OperationCanceledException>(() => Style(name).Read!(_scratch.File("full"), stopped));
    }

    [Fact]
    public void Typed_values_become_the_bytes_that_were_laid_out_by_hand_and_are_read_again()
    {
        foreach (int records in new[] { 1, 654, 655, 656, 5000 })
        {
            byte[] expected = new byte[records * SampleRecords.Length];
            var total = default(RecordTotal);
            ValueRecords.Fill(0, expected, ref total);
            string path = _scratch.File($"values-{records}");

            Style("values").Create!(path, records, ProgressMonitor.None);

            Assert.Equal(expected, File.ReadAllBytes(path));
            Assert.True(Style("values").Read!(path, ProgressMonitor.None).Agrees(total));
            Assert.Equal((records, expected.Sum(value => (long)value)), (total.Records, total.Sum));
        }
    }

    [Fact]
    public void A_value_is_what_its_number_says()
    {
        string path = _scratch.File("values");
        Style("values").Create!(path, 235, ProgressMonitor.None);
        using var reader = new BinaryReader(File.OpenRead(path));
        reader.BaseStream.Position = 234 * SampleRecords.Length;

        Assert.Equal(10, reader.ReadString().Length);
        Assert.Equal(2.34m, reader.ReadDecimal());
        Assert.Equal(new DateTime(2004, 12, 1, 0, 3, 54, DateTimeKind.Utc), DateTime.FromBinary(reader.ReadInt64()));
        Assert.Equal(64, reader.ReadString().Length);
    }

    [Theory]
    [InlineData(0, 200)]
    [InlineData(20, 0xFF)]
    [InlineData(34, 0x3F)]
    public void Bytes_that_are_no_value_are_an_error_of_the_file(int index, byte value)
    {
        byte[] content = new byte[SampleRecords.Length];
        var total = default(RecordTotal);
        ValueRecords.Fill(0, content, ref total);
        content[index] = value;
        File.WriteAllBytes(_scratch.File("wrong"), content);

        RecordTotal? read = null;
        Exception? failure = Record.Exception(() => read = Style("values").Read!(_scratch.File("wrong"), ProgressMonitor.None));

        Assert.True(failure is IOException || read?.Agrees(total) == false, $"{failure}");
    }

    [Fact]
    public void A_stop_ends_typed_values()
    {
        var stopped = new ProgressMonitor(null, new CancellationToken(canceled: true));
        Style("values").Create!(_scratch.File("full"), 10, ProgressMonitor.None);

        Assert.ThrowsAny<OperationCanceledException>(() => Style("values").Read!(_scratch.File("full"), stopped));
        Assert.ThrowsAny<OperationCanceledException>(() => Style("values").Create!(_scratch.File("stopped"), 1000, stopped));
    }

    [Fact]
    public void Names_are_unique_and_those_of_2004_are_among_them()
    {
        Assert.Equal(StylesOptions.AllStyles.Count, StylesOptions.AllStyles.Distinct().Count());
        Assert.Subset(StylesOptions.AllStyles.ToHashSet(), StylesOptions.StylesOf2004.ToHashSet());
    }

    private static RecordStyle Style(string name) => RecordStyles.All.Single(style => style.Name == name);

    private static long SumOf(byte[] bytes) => bytes.Where(value => value is not ((byte)'\r' or (byte)'\n')).Sum(value => (long)value);
}
