using Landspeed.Experiments.Creating;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Creating;

public sealed class CreateExperimentTests : IDisposable
{
    private static readonly DataShape Shape = new() { Files = 5, Lines = 30, Characters = 99 };

    private readonly ScratchDirectory _scratch = new();

    private string Target => _scratch.File("set");

    [Theory]
    [InlineData(1, 1, 1)]
    [InlineData(3, 100, 100)]
    [InlineData(2, 1, 1_048_575)]
    [InlineData(2, 2, 1_048_575)]
    [InlineData(1, 150_000, 20)]
    public void Files_have_so_many_lines_of_so_many_printable_characters(int files, int lines, int characters)
    {
        Create(Options(new DataShape { Files = files, Lines = lines, Characters = characters }));

        string[] made = Directory.GetFiles(Target);
        Assert.Equal(files, made.Length);
        foreach (string file in made)
        {
            string[] content = File.ReadAllText(file).Split('\n');
            Assert.Equal(string.Empty, content[^1]);
            Assert.Equal(lines, content.Length - 1);
            Assert.All(content.SkipLast(1), line => Assert.True(
                line.Length == characters && line.All(letter => letter is >= ' ' and <= '_')));
        }
    }

    [Theory]
    [InlineData(DataKind.Text)]
    [InlineData(DataKind.Incompressible)]
    [InlineData(DataKind.Typed)]
    public void The_same_seed_gives_the_same_files_by_any_number_of_threads(DataKind kind)
    {
        DataShape shape = new() { Files = 6, Lines = 7_001, Characters = 211, Kind = kind };
        Create(Options(shape) with { Threads = 1 });
        foreach ((ulong seed, int threads, bool same) in new[] { (1UL, 3, true), (2UL, 1, false) })
        {
            string other = _scratch.File($"other-{seed}-{threads}");
            Create(Options(shape) with { Directory = FilePath.FromText(other), Seed = seed, Threads = threads });

            Assert.Equal(same, Command.Run("diff", ["-r", Target, other]).ExitCode == 0);
        }

        byte[][] contents = [.. Directory.GetFiles(Target).Select(File.ReadAllBytes)];
        Assert.Equal(contents.Length, contents.Select(Convert.ToHexString).Distinct().Count());
    }

    [Fact]
    public void Kinds_are_what_they_say()
    {
        Capability.RequireProgram("gzip");
        var shape = new DataShape { Files = 1, Lines = 20_000, Characters = 99 };

        Assert.InRange(Compressed(shape, DataKind.Incompressible), 0.99, 1.01);
        Assert.InRange(Compressed(shape, DataKind.Text), 0.7, 0.85); // 6 of 8 bits are random
        Assert.InRange(Compressed(shape, DataKind.Zero), 0, 0.01);
        Assert.InRange(Blocks(DataKind.Zero), 1_990_000, long.MaxValue);
        Assert.InRange(Compressed(shape, DataKind.Sparse), 0, 0.01);
        Assert.InRange(Blocks(DataKind.Sparse), 0, 8192); // the mark may take a block
    }

    [Fact]
    public void Typed_records_are_read_back_by_another_program()
    {
        Capability.RequireProgram("python3");
        Create(Options(new DataShape { Files = 1, Lines = 70_000, Characters = 1, Kind = DataKind.Typed }));

        const string Check = """
            import struct, sys
            records = list(struct.iter_unpack('<iqd', open(sys.argv[1], 'rb').read()))
            assert [record[0] for record in records] == list(range(70000))
            assert len(set(record[1] for record in records)) == 70000
            assert all(0 <= record[2] < 1 for record in records)
            assert 0.49 < sum(record[2] for record in records) / 70000 < 0.51
            """;
        Command checkedBy = Command.Run("python3", ["-c", Check, Path.Combine(Target, "0000.bin")]);
        Assert.True(checkedBy.ExitCode == 0, checkedBy.Error);
    }

    [Fact]
    public void Resuming_keeps_what_is_complete_and_makes_the_rest()
    {
        Create(Options(Shape));
        Command.Shell($"cp -r '{Target}' '{_scratch.File("expected")}'");
        string kept = Path.Combine(Target, "0000.txt");
        DateTime written = File.GetLastWriteTimeUtc(kept);
        using (FileStream cut = File.OpenWrite(Path.Combine(Target, "0002.txt")))
        {
            cut.SetLength(10);
        }

        using (FileStream spoilt = File.OpenWrite(Path.Combine(Target, "0003.txt")))
        {
            spoilt.WriteByte((byte)'\n');
        }

        File.Delete(Path.Combine(Target, "0004.txt"));
        foreach (string killed in (string[])["0002.txt", "0003.txt"])
        {
            string name = Path.Combine(Target, killed);
            string mark = Command.Shell($"getfattr --only-values -n user.landspeed '{name}'").Split(" length ")[0];
            Command.Shell($"setfattr -n user.landspeed -v '{mark}' '{name}'");
        }

        TrialWork work = Create(Options(Shape) with { Resume = true });

        Assert.Equal((3, 2), (work.Metrics["files_made"], work.Metrics["files_kept"]));
        Assert.Equal(written, File.GetLastWriteTimeUtc(kept));
        Assert.Equal(0, Command.Run("diff", ["-r", Target, _scratch.File("expected")]).ExitCode);
    }

    [Fact]
    public void A_directory_with_something_in_it_is_refused_and_untouched()
    {
        Directory.CreateDirectory(Target);
        File.WriteAllText(Path.Combine(Target, "mine"), "mine");

        AssertRefused(Options(Shape));
        Assert.Equal(["mine"], Directory.GetFiles(Target).Select(Path.GetFileName));
    }

    [Fact]
    public void Overwriting_replaces_own_files_and_leaves_others()
    {
        Create(Options(Shape));
        File.WriteAllText(Path.Combine(Target, "mine"), "mine");

        Create(Options(Shape) with { Seed = 2, Overwrite = true });

        Assert.Equal("mine", File.ReadAllText(Path.Combine(Target, "mine")));
        Assert.Equal(6, Directory.GetFiles(Target).Length);
    }

    [Fact]
    public void Overwriting_refuses_a_file_of_somebody_else_before_it_touches_any()
    {
        Create(Options(Shape));
        string foreign = Path.Combine(Target, "0004.txt");
        File.Delete(foreign);
        File.WriteAllText(foreign, "mine");
        string before = Command.Shell($"sha256sum '{Target}'/*");

        AssertRefused(Options(Shape) with { Seed = 2, Overwrite = true });
        AssertRefused(Options(Shape) with { Resume = true });
        Assert.Equal(before, Command.Shell($"sha256sum '{Target}'/*"));
    }

    [Theory]
    [InlineData("ln -s nowhere set")]
    [InlineData("mkfifo set")]
    [InlineData("mkdir set && mkfifo set/0003.txt")]
    [InlineData("mkdir set && ln -s nowhere set/0003.txt")]
    [InlineData("mkdir set && mkdir set/0003.txt")]
    public void What_is_no_directory_or_no_file_of_the_set_is_refused_and_untouched(string make)
    {
        Command.Shell($"cd '{_scratch.Path}' && {make}");
        string before = Command.Shell($"ls -lAR '{_scratch.Path}'");

        AssertRefused(Options(Shape) with { Overwrite = true });
        AssertRefused(Options(Shape) with { Resume = true });
        Assert.Equal(before, Command.Shell($"ls -lAR '{_scratch.Path}'"));
    }

    [Fact]
    public void A_file_is_not_a_directory_to_create_in()
    {
        File.WriteAllText(Target, "mine");

        var refused = Assert.Throws<ExperimentException>(
            () => new CreateExperiment(Options(Shape) with { Overwrite = true }).Plan(DateTimeOffset.UnixEpoch));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Equal("mine", File.ReadAllText(Target));
    }

    [Fact]
    public void A_place_below_a_file_is_refused()
    {
        File.WriteAllText(Target, "mine");

        AssertRefused(Options(Shape) with { Directory = FilePath.FromText(Path.Combine(Target, "below")) });
        Assert.Equal("mine", File.ReadAllText(Target));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void What_is_stopped_leaves_nothing_unless_it_is_to_be_kept(bool keep)
    {
        using var stop = new CancellationTokenSource();
        int reports = 0;
        var monitor = new ProgressMonitor(
            _ =>
            {
                reports++;
                stop.Cancel();
            },
            stop.Token);
        var experiment = new CreateExperiment(Options(Shape with { Files = 2000 }) with { Keep = keep, Threads = 1 });
        ITrial trial = experiment.PrepareTrials(monitor)[0];

        Assert.ThrowsAny<OperationCanceledException>(() => trial.Run(monitor));
        trial.Finish(null);
        experiment.CleanUp();

        Assert.Equal(1, reports);
        Assert.Equal(keep, Directory.Exists(Target));
    }

    [Fact]
    public void A_volume_without_room_is_noticed_before_the_first_file()
    {
        using var volume = new TestVolume("ext4", "16M");
        DataSetOptions options = Options(new DataShape { Files = 100, Lines = 1000, Characters = 999 }) with
        {
            Directory = FilePath.FromText(volume.File("set")),
        };

        ExperimentException failure = Assert.Throws<ExperimentException>(
            () => new CreateExperiment(options).Plan(DateTimeOffset.UnixEpoch));

        Assert.Equal(Outcome.OutOfSpace, failure.Outcome);
        Assert.False(Directory.Exists(volume.File("set")));
    }

    public void Dispose() => _scratch.Dispose();

    private static void AssertRefused(DataSetOptions options) => Assert.Equal(
        Outcome.Refused,
        Assert.Throws<ExperimentException>(() => new CreateExperiment(options).Plan(DateTimeOffset.UnixEpoch)).Outcome);

    private static TrialWork Create(DataSetOptions options)
    {
        var experiment = new CreateExperiment(options);
        experiment.Plan(DateTimeOffset.UnixEpoch);
        ITrial trial = experiment.PrepareTrials(ProgressMonitor.None)[0];
        TrialWork work = trial.Run(ProgressMonitor.None);
        Assert.True(trial.MakeDurable(ProgressMonitor.None));
        trial.Finish(work);
        experiment.CleanUp();
        return work;
    }

    private double Compressed(DataShape shape, DataKind kind)
    {
        string directory = _scratch.File(kind.ToString());
        Create(Options(shape with { Kind = kind }) with { Directory = FilePath.FromText(directory) });
        string file = Directory.GetFiles(directory).Single();
        Assert.Equal(shape.FileLength, new FileInfo(file).Length);
        return long.Parse(Command.Shell($"gzip -c '{file}' | wc -c"), System.Globalization.CultureInfo.InvariantCulture)
            / (double)shape.FileLength;
    }

    private long Blocks(DataKind kind) => 512 * long.Parse(
        Command.Shell($"stat -c %b '{_scratch.File(kind.ToString())}'/*"), System.Globalization.CultureInfo.InvariantCulture);

    private DataSetOptions Options(DataShape shape) => new() { Directory = FilePath.FromText(Target), Shape = shape, Seed = 1 };
}
