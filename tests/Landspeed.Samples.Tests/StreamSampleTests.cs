using System.Buffers.Binary;
using System.Globalization;
using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Samples.Tests;

public sealed class StreamSampleTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private string Target => _scratch.File("target");

    [Fact]
    public void Without_arguments_all_samples_are_listed_and_each_runs_without_a_file()
    {
        string[] names = [.. SampleProcess.Run().Output.Split('\n')
            .Where(line => line.StartsWith("  ", StringComparison.Ordinal))
            .Select(line => line.Trim().Split(' ')[0])];

        Assert.Equal(
            [
                "binary", "text", "gzip", "archive", "json", "json-writer", "pipelines", "copy", "download", "checksum",
                "lines", "column", "sort", "random", "records", "durable", "log",
            ],
            names);
        Assert.All(names, name => Assert.NotEmpty(SampleProcess.Line(name)));
    }

    [Fact]
    public void Binary_values_are_in_the_file()
    {
        Assert.Equal(
            "wrote and read 1000000 numbers with their roots, 12000000 bytes; 1000 roots are whole",
            SampleProcess.Line("binary", Target));

        byte[] bytes = File.ReadAllBytes(Target);
        Assert.Equal(12_000_000, bytes.Length);
        for (int record = 0; record < 1_000_000; record++)
        {
            Assert.Equal(record, BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(record * 12)));
            Assert.Equal(Math.Sqrt(record), BinaryPrimitives.ReadDoubleLittleEndian(bytes.AsSpan((record * 12) + 4)));
        }
    }

    [Fact]
    public void Text_lines_are_in_the_file()
    {
        string line = SampleProcess.Line("text", Target);

        string[] lines = File.ReadAllLines(Target);
        Assert.Equal(Enumerable.Range(1, 100_000).Select(number => $"line {number}: grüße, 世界"), lines);
        Assert.Equal($"wrote and read 100000 lines of {lines.Sum(text => text.Length)} characters", line);
    }

    [Fact]
    public void The_longest_line_is_found()
    {
        string source = _scratch.File("source");
        File.WriteAllLines(source, Enumerable.Range(1, 200_000).Select(number => new string('x', number == 123_456 ? 999 : number % 90)));

        Assert.Equal(
            "200000 lines; the longest is line 123456 with 999 bytes", SampleProcess.Line("lines", source));
    }

    [Fact]
    public void Records_are_changed_in_place()
    {
        Assert.Equal(
            "changed 100 of 10000 records in place, 1000000 bytes; read back as written: True",
            SampleProcess.Line("records", Target));

        byte[] bytes = File.ReadAllBytes(Target);
        for (int index = 0; index < 10_000; index++)
        {
            Assert.Equal(
                index % 100 == 0 ? index : 0, BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(index * 100)));
        }
    }

    [Fact]
    public void Gzip_unpacks_what_was_packed()
    {
        string source = _scratch.CreateFile("source", 3_000_001);
        File.AppendAllText(source, new string('a', 500_000));

        Assert.StartsWith("packed 3500001 bytes into ", SampleProcess.Line("gzip", source));

        Command.Shell($"gzip -dc '{source}.gz' | cmp - '{source}'");
    }

    [Theory]
    [InlineData("json")]
    [InlineData("json-writer")]
    public void Json_objects_are_in_the_file(string sample)
    {
        string line = SampleProcess.Line(sample, Target);

        using var document = JsonDocument.Parse(File.ReadAllText(Target));
        JsonElement[] objects = [.. document.RootElement.EnumerateArray()];
        Assert.Equal(Enumerable.Range(1, 50_000), objects.Select(item => item.GetProperty("Id").GetInt32()));
        Assert.All(objects, item => Assert.Equal(item.GetProperty("Id").GetInt32() / 8.0, item.GetProperty("Value").GetDouble()));
        Assert.Equal("sensor 2", objects[8].GetProperty("Sensor").GetString());
        Assert.Contains($"50000 objects in {new FileInfo(Target).Length} bytes", line);
    }

    [Theory]
    [InlineData("")]
    [InlineData("\n")]
    [InlineData("one\n\nthree\nno end")]
    public void Pipelines_write_the_length_of_each_line(string text)
    {
        string source = _scratch.File("source");
        File.WriteAllText(source, text + string.Concat(Enumerable.Range(0, text.Length * 10_000).Select(number => $"\n{number * 7919}")));

        string line = SampleProcess.Line("pipelines", source);

        string[] expected = [.. File.ReadLines(source).Select(found => found.Length.ToString(CultureInfo.InvariantCulture))];
        Assert.Equal(expected, File.ReadAllLines(source + ".lengths"));
        Assert.Equal($"wrote the lengths of {expected.Length} lines to {source}.lengths", line);
    }

    [Fact]
    public void A_copy_is_equal()
    {
        string source = _scratch.CreateFile("source", (5 << 20) + 3);

        Assert.StartsWith("copied 5242883 bytes to ", SampleProcess.Line("copy", source));

        Assert.Equal(0, Command.Run("cmp", [source, source + ".copy"]).ExitCode);
    }

    [Fact]
    public void A_download_that_is_cancelled_keeps_what_arrived()
    {
        string line = SampleProcess.Line("download", Target);

        byte[] bytes = File.ReadAllBytes(Target);
        Assert.Equal($"{bytes.Length} bytes arrived and are durable", line);
        Assert.NotEmpty(bytes);
        for (int at = 0; at < bytes.Length; at++)
        {
            Assert.Equal((byte)(at / 10_000), bytes[at]);
        }
    }

    [Fact]
    public void A_checksum_is_that_of_sha256sum()
    {
        string source = _scratch.CreateFile("source", (5 << 20) + 3);

        Assert.Equal(Command.Shell($"sha256sum '{source}'").TrimEnd('\n'), SampleProcess.Line("checksum", source));
    }

    [Fact]
    public void An_archive_holds_the_file()
    {
        string source = _scratch.CreateFile("source", 3_000_001);

        Assert.Equal($"{source}.tar.br holds source with 3000001 bytes", SampleProcess.Line("archive", source));
    }

    [Fact]
    public void Numbers_in_the_first_column_are_added()
    {
        string source = _scratch.File("source");
        File.WriteAllLines(
            source, Enumerable.Range(1, 300_000).Select(number => number % 3 == 0 ? "none, 7" : $"{number},7"));
        string sum = Command.Shell($"awk -F, '/^[0-9]/ {{ sum += $1 }} END {{ printf \"%.0f\", sum }}' '{source}'");

        Assert.Equal(
            $"{sum.TrimEnd()} is the sum of the numbers that 200000 lines begin with",
            SampleProcess.Line("column", source));
    }

    [Fact]
    public void Lines_are_sorted_as_sort_does()
    {
        string source = _scratch.File("source");
        var random = new Random(7);
        File.WriteAllLines(source, Enumerable.Range(0, 300_000).Select(_ => $"{random.Next():x} ü {random.Next()}"));

        Assert.StartsWith("sorted 300000 lines in 7 runs", SampleProcess.Line("sort", source));

        Command.Shell($"LC_ALL=C sort '{source}' | cmp - '{source}.sorted'");
        Assert.Equal([source, source + ".sorted"], Directory.GetFiles(_scratch.Path).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Random_blocks_are_whole()
    {
        string source = _scratch.CreateFile("source", 5 << 20);

        Assert.Equal("read 2048 blocks, 8388608 bytes, from 1280 places", SampleProcess.Line("random", source));
    }

    [Fact]
    public void A_log_holds_the_records_of_each_writer_in_order()
    {
        Assert.Equal(
            "800 records, each durable before the next of its writer; fewer flushes than records: True",
            SampleProcess.Line("log", Target));

        IEnumerable<string[]> records = File.ReadLines(Target).Select(line => line.Split(' '));
        foreach (IGrouping<string, string[]> writer in records.GroupBy(words => words[0]))
        {
            Assert.Equal(Enumerable.Range(0, 50).Select(number => $"{number}"), writer.Select(words => words[1]));
        }
    }

    [Fact]
    public void A_safe_replacement_leaves_the_last_version_and_nothing_else()
    {
        SampleProcess.Line("durable", Target);

        Assert.Equal("version 3\n", File.ReadAllText(Target));
        Assert.Equal([Target], Directory.GetFiles(_scratch.Path));
    }

    [Fact]
    public void A_file_that_exists_is_not_replaced_and_a_missing_one_is_named()
    {
        File.WriteAllText(Target, "mine");
        Command refused = SampleProcess.Run("text", Target);
        Assert.Equal((1, string.Empty), (refused.ExitCode, refused.Output));
        Assert.Contains("exists", refused.Error);
        Assert.Equal("mine", File.ReadAllText(Target));
        File.WriteAllText(Target + ".gz", "mine too");
        Assert.Equal(1, SampleProcess.Run("gzip", Target).ExitCode);
        Assert.Equal("mine too", File.ReadAllText(Target + ".gz"));

        Command missing = SampleProcess.Run("checksum", _scratch.File("missing"));
        Assert.Equal((1, string.Empty), (missing.ExitCode, missing.Output));
        Assert.Contains("missing", missing.Error);
        Assert.Equal(2, SampleProcess.Run("nonsense").ExitCode);
    }

    public void Dispose() => _scratch.Dispose();
}
