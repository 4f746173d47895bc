using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Experiments.Rounds;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Patterns.Styles;

public sealed class RecordStyleTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public static TheoryData<string> Creating => [.. RecordStyles.All.Where(style => style.Create is not null).Select(style => style.Name)];

    public static TheoryData<string> Reading => [.. RecordStyles.All.Where(style => style.Read is not null).Select(style => style.Name)];

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
        foreach (RecordStyle writer in RecordStyles.All.Where(style => style.Create is not null))
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
    public void Names_are_unique_and_those_of_2004_are_among_them()
    {
        Assert.Equal(StylesOptions.AllStyles.Count, StylesOptions.AllStyles.Distinct().Count());
        Assert.Subset(StylesOptions.AllStyles.ToHashSet(), StylesOptions.StylesOf2004.ToHashSet());
    }

    private static RecordStyle Style(string name) => RecordStyles.All.Single(style => style.Name == name);

    private static long SumOf(byte[] bytes) => bytes.Where(value => value is not ((byte)'\r' or (byte)'\n')).Sum(value => (long)value);
}
