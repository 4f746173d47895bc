using System.Text.Json;
using System.Text.RegularExpressions;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>The built command making and validating records.</summary>
public class RecordsProcessTests
{
    [Fact]
    public void Made_sorted_and_validated_the_records_are_in_order_with_the_same_checksum()
    {
        Command done = LandspeedProcess.Shell(
            "\"$0\" records generate 10000 - --ascii --quiet 2>/dev/null | LC_ALL=C sort | \"$0\" records validate - --json - --quiet");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        JsonElement run = Run(done.Output);
        Assert.Equal("yes", run.GetProperty("facts").GetProperty("in_order").GetString());
        Assert.Equal(10_000, run.GetProperty("metrics").GetProperty("records").GetInt64());
    }

    [Fact]
    public void Records_out_of_order_end_with_4_and_the_first_of_them()
    {
        using var scratch = new ScratchDirectory();
        Command made = LandspeedProcess.Run("records", "generate", "163840", scratch.File("in.dat"), "--sum", "--json", "-", "--quiet");
        Command judged = LandspeedProcess.Run("records", "validate", scratch.File("in.dat"), "--json", "-", "--quiet");

        Assert.Equal((0, string.Empty), (made.ExitCode, made.Error));
        Assert.Equal("13f6b0519fb7c", Run(made.Output).GetProperty("facts").GetProperty("checksum").GetString());
        Assert.Equal(4, judged.ExitCode);
        JsonElement facts = Run(judged.Output).GetProperty("facts");
        Assert.Equal("2", facts.GetProperty("first_unordered_record").GetString());
        Assert.Equal("13f6b0519fb7c", facts.GetProperty("checksum").GetString());
        Assert.Equal([scratch.File("in.dat")], Directory.GetFileSystemEntries(scratch.Path));
    }

    [Theory]
    [InlineData(2, "-1", "in.dat")]
    [InlineData(2, "92233720368547759", "in.dat")]
    [InlineData(2, "many", "in.dat")]
    [InlineData(6, "92233720368547758", "in.dat")]
    [InlineData(3, "10", "present")]
    [InlineData(3, "10", "present/in.dat")]
    [InlineData(2, "10", ".")]
    [InlineData(2, "10", "missing/in.dat")]
    public void Wrong_counts_and_places_are_refused_and_leave_nothing(int code, string count, string file)
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("present"), "mine");

        Command refused = LandspeedProcess.Run("records", "generate", count, scratch.File(file));

        Assert.Equal((code, string.Empty), (refused.ExitCode, refused.Output));
        Assert.Equal([scratch.File("present")], Directory.GetFileSystemEntries(scratch.Path));
        Assert.Equal("mine", File.ReadAllText(scratch.File("present")));
    }

    [Theory]
    [InlineData("records validate - <&-", "standard input is closed")]
    [InlineData("records generate 10 - >&-", "standard output is closed")]
    public void A_stream_that_the_command_was_not_given_is_refused(string words, string text)
    {
        Command refused = LandspeedProcess.Shell($"timeout -s KILL 60 \"$0\" {words}");

        Assert.Equal((3, string.Empty), (refused.ExitCode, refused.Output));
        Assert.Contains(text, refused.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--json", "in.dat", "the file of records")]
    [InlineData("--json", ".in.dat.landspeed-part", "the name of the file until it is complete")]
    [InlineData("--csv", ".in.dat.landspeed-part", "the name of the file until it is complete")]
    [InlineData("--html", ".in.dat.landspeed-part", "the name of the file until it is complete")]
    public void A_result_does_not_take_the_place_of_the_records_or_their_part(string option, string name, string purpose)
    {
        using var scratch = new ScratchDirectory();

        Command refused = LandspeedProcess.Shell($"cd '{scratch.Path}' && \"$0\" records generate 10 in.dat {option} ./{name}");

        Assert.Equal((2, string.Empty), (refused.ExitCode, refused.Output));
        Assert.Contains($"{option} ./{name} is {purpose}", refused.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void The_last_records_that_have_a_number_are_made_and_no_more()
    {
        Command all = LandspeedProcess.Run("records", "generate", "3", "-", "--ascii", "--start", "18446744073709551613", "--quiet");
        Command last = LandspeedProcess.Run("records", "generate", "1", "-", "--ascii", "--start", "18446744073709551615", "--quiet");
        Command over = LandspeedProcess.Run("records", "generate", "2", "-", "--ascii", "--start", "18446744073709551615", "--quiet");

        Assert.Equal((0, 0), (all.ExitCode, last.ExitCode));
        Assert.Contains("  0000000000000000FFFFFFFFFFFFFFFF  ", last.Output, StringComparison.Ordinal);
        Assert.Equal(all.Output[200..], last.Output);
        Assert.Equal((2, string.Empty), (over.ExitCode, over.Output));
        Assert.Contains(
            "--start 18446744073709551615 is too high for 2 records", over.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_has_its_data_and_its_name_durably_before_its_mark_goes_and_that_is_durable_too()
    {
        Capability.RequireProgram("strace");
        using var scratch = new ScratchDirectory();

        Command.Shell(
            $"cd '{scratch.Path}' && strace -f -o calls -e trace=fsync,renameat2,fremovexattr "
            + $"'{LandspeedProcess.Executable}' records generate 10 in.dat --quiet");

        string calls = string.Join(' ', File.ReadLines(scratch.File("calls"))
            .Select(line => Regex.Match(line, @"^\d+ +(\w+)\(").Groups[1].Value)
            .Where(call => call.Length > 0));
        Assert.Equal("fsync renameat2 fsync fremovexattr fsync", calls);
    }

    [Fact]
    public void Stopped_by_a_signal_nothing_stays()
    {
        using var scratch = new ScratchDirectory();
        using LandspeedProcess process = LandspeedProcess.Start("records", "generate", "40000000", scratch.File("in.dat"), "--quiet");
        Assert.True(SpinWait.SpinUntil(() => Directory.EnumerateFileSystemEntries(scratch.Path).Any(), TimeSpan.FromMinutes(1)));

        process.Signal("INT");
        Command ended = process.Wait();

        Assert.Equal(130, ended.ExitCode);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    private static JsonElement Run(string json) => JsonDocument.Parse(json).RootElement.GetProperty("cells")[0].GetProperty("runs")[0];
}
