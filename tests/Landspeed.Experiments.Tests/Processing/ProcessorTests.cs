using Landspeed.Experiments.Processing;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Quantities;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Processing;

[Collection(ProcessWideCollection.Name)]
public sealed class ProcessorTests : IDisposable
{
    private const int Passes = 6; // together 7: not 0, as 3 or 7 passes are

    // Python, with nothing of ours: split at LF, combine each byte pass by pass, join.
    private const string Model = """
        import os, sys
        source, target, passes = sys.argv[1], sys.argv[2], int(sys.argv[3])
        for name in os.listdir(source):
            lines = open(os.path.join(source, name), 'rb').read().split(b'\n')
            table = bytearray(range(256))
            for number in range(1, passes + 1):
                table = bytearray(value ^ (number & 255) for value in table)
            open(os.path.join(target, name), 'wb').write(b'\n'.join(line.translate(bytes(table)) for line in lines))
        """;

    private static readonly ProcessStrategy[] s_ofBytes = [ProcessStrategy.Streaming, ProcessStrategy.Buffering, ProcessStrategy.Pipelined];

    private readonly ScratchDirectory _scratch = new();
    private readonly string _input;

    public ProcessorTests()
    {
        _input = _scratch.File("input");
        Directory.CreateDirectory(_input);
    }

    public static TheoryData<ProcessStrategy, int, int, ReadHint> Ways
    {
        get
        {
            var strategies = new TheoryData<ProcessStrategy, int, int, ReadHint>();
            foreach (int threads in new[] { 1, 2, 4 })
            {
                strategies.Add(ProcessStrategy.Pipelined, threads, 64 * 1024, ReadHint.None);
                foreach (int buffer in new[] { 1, 4096, 64 * 1024 })
                {
                    strategies.Add(ProcessStrategy.Streaming, threads, buffer, ReadHint.None);
                    strategies.Add(ProcessStrategy.Buffering, threads, buffer == 1 ? 1000 : buffer, ReadHint.Sequential);
                }
            }

            return strategies;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void All_strategies_write_what_the_model_writes(ProcessStrategy strategy, int threads, int buffer, ReadHint hint)
    {
        Capability.RequireProgram("python3");
        MakeOddFiles(withLargeOnes: buffer > 1);
        string expected = Directory.CreateDirectory(_scratch.File("expected")).FullName;
        Command.Run("python3", ["-c", Model, _input, expected, Passes.ToString(System.Globalization.CultureInfo.InvariantCulture)]);

        string found = Process(new ProcessSettings
        {
            Strategy = strategy,
            Threads = threads,
            Passes = Passes,
            BufferSize = new ByteCount(buffer),
            Hint = hint,
        }).Directory;

        Command compared = Command.Run("diff", ["-r", expected, found]);
        Assert.True(compared.ExitCode == 0, compared.Output);
        Assert.NotEqual(0, Command.Run("diff", ["-r", _input, found]).ExitCode);
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(3, 16)]
    [InlineData(2, 65_536)]
    public void StreamReader_and_StreamWriter_write_what_the_reader_of_bytes_writes(int threads, int buffer)
    {
        MakeOddFiles(withLargeOnes: false);
        foreach (string file in Directory.GetFiles(_input).Where(file => File.ReadAllBytes(file).Contains((byte)'\r')))
        {
            File.Delete(file);
        }

        var settings = new ProcessSettings { Strategy = ProcessStrategy.Streaming, Threads = threads, Passes = Passes, BufferSize = new ByteCount(buffer) };
        (string expected, ProcessResult bytes) = Process(settings);
        (string found, ProcessResult characters) = Process(settings with { Strategy = ProcessStrategy.StreamReader });

        Assert.Equal(bytes, characters);
        Assert.Equal(5, Directory.GetFiles(found).Length);
        Assert.Equal(0, Command.Run("diff", ["-r", expected, found]).ExitCode);
    }

    [Theory]
    [InlineData(FileDistribution.Fixed, 1)]
    [InlineData(FileDistribution.Fixed, 2)]
    [InlineData(FileDistribution.Fixed, 4)]
    [InlineData(FileDistribution.Fixed, 20)]
    [InlineData(FileDistribution.Shared, 3)]
    public void Every_file_is_processed_once_however_they_are_distributed(FileDistribution distribution, int threads)
    {
        for (int index = 0; index < 9; index++)
        {
            File.WriteAllText(Path.Combine(_input, $"{index}"), $"{index}\n");
        }

        (string directory, ProcessResult result) = Process(
            new ProcessSettings { Strategy = ProcessStrategy.Buffering, Threads = threads, Passes = 0, Distribution = distribution });

        Assert.Equal((18, 9), (result.Bytes, result.Lines));
        Assert.Equal(0, Command.Run("diff", ["-r", _input, directory]).ExitCode);
    }

    [Fact]
    public void All_strategies_count_the_same_lines_and_bytes()
    {
        MakeOddFiles(withLargeOnes: true);
        string[] files = Directory.GetFiles(_input);
        long lines = files.Select(File.ReadAllBytes).Sum(bytes =>
            bytes.LongCount(value => value == '\n') + (bytes.Length > 0 && bytes[^1] != '\n' ? 1 : 0));

        foreach (ProcessStrategy strategy in s_ofBytes)
        {
            foreach (int passes in new[] { 0, 1 })
            {
                ProcessResult result = Process(
                    new ProcessSettings { Strategy = strategy, Threads = 2, Passes = passes }).Result;

                Assert.Equal((strategy, lines), (strategy, result.Lines));
                Assert.Equal(files.Sum(file => new FileInfo(file).Length), result.Bytes);
            }
        }
    }

    [Theory]
    [InlineData((1 << 20) - 1)]
    [InlineData(1 << 20)]
    [InlineData((1 << 20) + 1)]
    [InlineData((32 * 512 * 1024) - 1)]
    [InlineData(32 * 512 * 1024)]
    [InlineData((32 * 512 * 1024) + 1)]
    public void The_pipeline_keeps_each_byte_at_the_limits_of_its_pieces(int length)
    {
        _scratch.CreateFile("input/one", length, seed: length);

        string found = Process(new ProcessSettings { Strategy = ProcessStrategy.Pipelined, Threads = 2, Passes = 0 }).Directory;

        Assert.Equal(0, Command.Run("cmp", [Path.Combine(_input, "one"), Path.Combine(found, "one")]).ExitCode);
    }

    [Fact]
    public void One_line_of_40_MiB_passes_the_pipeline_in_17_MiB()
    {
        string file = Path.Combine(_input, "line");
        Command.Shell($"head -c 41943040 /dev/zero | tr '\\0' 'a' > '{file}'");
        long before = GC.GetTotalAllocatedBytes(precise: true);

        ProcessResult result = Process(
            new ProcessSettings { Strategy = ProcessStrategy.Pipelined, Threads = 4, Passes = 1 }).Result;

        Assert.Equal(1, result.Lines);
        Assert.InRange(result.NativeBufferBytes, 1, 17 << 20);
        Assert.InRange(GC.GetTotalAllocatedBytes(precise: true) - before, 0, 4 << 20);
    }

    [Theory]
    [InlineData(ProcessStrategy.Streaming)]
    [InlineData(ProcessStrategy.Buffering)]
    [InlineData(ProcessStrategy.Pipelined)]
    public void A_file_that_disappeared_is_named(ProcessStrategy strategy)
    {
        foreach (int length in new[] { 10, 3 << 20 })
        {
            _scratch.CreateFile("input/gone", length);
            _scratch.CreateFile("input/here", length);
            InputDirectory input = InputDirectory.Read(FilePath.FromText(_input));
            File.Delete(Path.Combine(_input, "gone"));

            IOException failure = Assert.ThrowsAny<IOException>(
                () => Process(new ProcessSettings { Strategy = strategy, Threads = 2, Passes = 1 }, input));

            Assert.Contains("input/gone", failure.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_file_that_became_shorter_before_the_pipeline_read_it_is_named()
    {
        foreach (int length in new[] { 10_000, 3 << 20 })
        {
            string file = _scratch.CreateFile("input/cut", length);
            InputDirectory input = InputDirectory.Read(FilePath.FromText(_input));
            using (FileStream cut = File.OpenWrite(file))
            {
                cut.SetLength(length / 2);
            }

            ExperimentException failure = Assert.Throws<ExperimentException>(
                () => Process(
                    new ProcessSettings { Strategy = ProcessStrategy.Pipelined, Threads = 2, Passes = 1 }, input));

            Assert.Equal(Outcome.SourceChanged, failure.Outcome);
            Assert.Contains("input/cut", failure.Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData(ProcessStrategy.Streaming, 10)]
    [InlineData(ProcessStrategy.Buffering, 10)]
    [InlineData(ProcessStrategy.Pipelined, 10)]
    [InlineData(ProcessStrategy.Pipelined, 3 << 20)]
    public void What_is_stopped_throws_and_ends_its_threads(ProcessStrategy strategy, int length)
    {
        _scratch.CreateFile("input/a", length);
        using var stop = new CancellationTokenSource();
        stop.Cancel();

        Assert.ThrowsAny<OperationCanceledException>(() => Process(
            new ProcessSettings { Strategy = strategy, Threads = 2, Passes = 1 }, null, new ProgressMonitor(null, stop.Token)));
    }

    [Theory]
    [InlineData(ProcessStrategy.Streaming)]
    [InlineData(ProcessStrategy.Buffering)]
    [InlineData(ProcessStrategy.Pipelined)]
    public void A_full_volume_is_an_error_and_no_end(ProcessStrategy strategy)
    {
        using var volume = new TestVolume("tmpfs", "1M");
        _scratch.CreateFile("input/a", 3 << 20);
        _scratch.CreateFile("input/b", 900_000);
        _scratch.CreateFile("input/c", 900_000);
        var task = new ProcessTask(
            InputDirectory.Read(FilePath.FromText(_input)),
            FilePath.FromText(volume.Path),
            new ProcessSettings { Strategy = strategy, Threads = 2, Passes = 1 });

        IOException failure = Assert.ThrowsAny<IOException>(() => Processor.Run(task, ProgressMonitor.None));

        Assert.Equal(Outcome.OutOfSpace, OutOfSpace.OutcomeOf(failure));
    }

    public void Dispose() => _scratch.Dispose();

    private (string Directory, ProcessResult Result) Process(
        ProcessSettings settings, InputDirectory? input = null, ProgressMonitor? monitor = null)
    {
        string target = Directory.CreateDirectory(_scratch.File($"target-{Guid.NewGuid():N}")).FullName;
        var task = new ProcessTask(
            input ?? InputDirectory.Read(FilePath.FromText(_input)), FilePath.FromText(target), settings);
        return (target, Processor.Run(task, monitor ?? ProgressMonitor.None));
    }

    private void MakeOddFiles(bool withLargeOnes)
    {
        File.WriteAllBytes(Path.Combine(_input, "empty"), []);
        File.WriteAllBytes(Path.Combine(_input, "end only"), "\n"u8.ToArray());
        File.WriteAllBytes(Path.Combine(_input, "one byte"), "x"u8.ToArray());
        File.WriteAllBytes(Path.Combine(_input, "no end"), "first\nsecond"u8.ToArray());
        File.WriteAllBytes(Path.Combine(_input, "windows"), "first\r\nsecond\r\n\r\n"u8.ToArray());
        File.WriteAllBytes(Path.Combine(_input, "mac"), "first\rsecond\r"u8.ToArray());
        File.WriteAllBytes(Path.Combine(_input, "größe"), "gr\u00f6\u00dfe \u20ac\n"u8.ToArray());
        File.WriteAllBytes(Path.Combine(_input, "every byte"), [.. Enumerable.Range(0, 256).Select(value => (byte)value)]);
        _scratch.CreateFile("input/random", 200_001, seed: 3);
        if (withLargeOnes)
        {
            _scratch.CreateFile("input/large", (5 << 20) + 12_345, seed: 4);
            Command.Shell($"head -c 2500000 /dev/zero | tr '\\0' 'b' > '{_input}/long line'");
        }
    }
}
