using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

public class SweepGridTableTests
{
    private static readonly int[] s_depths = [1, 16, 4096];
    private static readonly string[] s_modes = ["direct", "buffered", "uncached"];

    [Theory]
    [InlineData(40)]
    [InlineData(80)]
    public void Nothing_moves_while_the_table_fills_up(int width)
    {
        SweepCellRecord[] full = [.. Sweeps.Of("quick").Cells];
        SweepCellRecord[] cells = [.. full.Select(Emptied)];
        int[] ends = Ends(Sweeps.Grid(full, width), "write");
        foreach (int index in Enumerable.Range(0, full.Length))
        {
            string grid = Sweeps.Grid(cells, width);
            cells[index] = full[index];

            Assert.Equal(ends, Ends(grid, "write"));
            Assert.Equal(Rows(Sweeps.Grid(full, width)), Rows(grid));
        }
    }

    [Fact]
    public void Each_state_shows()
    {
        SweepCellRecord done = Sweeps.Of("quick").Cells[0];
        SweepCellRecord[] cells =
        [
            done,
            Emptied(done) with { RequestSizeBytes = 2 },
            Emptied(done) with { RequestSizeBytes = 3, State = CellState.Skipped },
            Emptied(done) with { RequestSizeBytes = 4, State = CellState.Failed },
        ];

        string[] rows = Sweeps.Grid(cells).Split('\n');

        Assert.Contains("    1 B      356*", rows);
        Assert.Contains("    2 B        ·", rows);
        Assert.Contains("    3 B        -", rows);
        Assert.Contains("    4 B   failed", rows);
    }

    [Fact]
    public void A_size_that_only_another_curve_has_is_blank()
    {
        SweepCellRecord[] cells = [.. Sweeps.Of("quick").Cells.Where(cell =>
            cell.Curve == "read-filestream" || cell.Name == "read-direct-4194304-q1")];

        Assert.Contains("  1 KiB      1,237", Sweeps.Grid(cells).Split('\n'));
    }

    [Theory]
    [InlineData(79, 1)]
    [InlineData(78, 2)]
    [InlineData(40, 3)]
    [InlineData(10, 3)]
    public void Too_many_curves_become_several_tables_of_about_as_many(int width, int tables)
    {
        string[] lines = Sweeps.Grid(Sweeps.Of("quick").Cells, width).Split('\n');

        Assert.Equal(tables, lines.Count(line => line.StartsWith("request", StringComparison.Ordinal)));
        Assert.Equal(tables * 12, lines.Count(line => line.TrimStart().Split(' ') is [_, "B" or "KiB" or "MiB", ..]));
        Assert.All(lines, line => Assert.True(line.Length <= Math.Max(40, width), line));
    }

    [Fact]
    public void Huge_and_tiny_numbers_stay_in_their_columns()
    {
        SweepCellRecord cell = Sweeps.Of("quick").Cells[0];
        SweepCellRecord[] cells =
        [
            .. new[] { 123_456e6, 1e3, 2, double.NaN }.Select((median, index) => cell with
            {
                RequestSizeBytes = index + 1,
                ThroughputBytesPerS = cell.ThroughputBytesPerS! with { Median = median },
            }),
        ];

        string[] rows = Sweeps.Grid(cells).Split('\n');

        Assert.Contains("    1 B  123,456*", rows);
        Assert.Contains("    2 B  0.00100", rows);
        Assert.Contains("    3 B  0.00000", rows);
        Assert.Contains("    4 B      n/a", rows);
    }

    [Fact]
    public void Every_power_of_two_at_many_depths_still_fits()
    {
        SweepCellRecord any = Sweeps.Of("quick").Cells[0];
        SweepCellRecord[] cells =
        [
            .. from depth in s_depths
               from mode in s_modes
               from power in Enumerable.Range(0, 23)
               select any with
               {
                   Api = "engine", Mode = mode, QueueDepth = depth, RequestSizeBytes = 1L << power,
                   Curve = FormattableString.Invariant($"read-{mode}-q{depth}"),
                   ThroughputBytesPerS = any.ThroughputBytesPerS! with
                   {
                       Median = 2e9 * (1 << power) * depth / (((1 << power) * (double)depth) + 30_000),
                   },
               },
        ];

        string grid = Sweeps.Grid(cells);
        string[] lines = grid.Split('\n');

        Golden.Check("sweep-wide.grid", grid);
        Assert.All(lines, line => Assert.True(line.Length <= 80, line));
        Assert.Equal([5, 4], lines.Where(line => line.StartsWith("request", StringComparison.Ordinal))
            .Select(line => line.Split("  ", StringSplitOptions.RemoveEmptyEntries).Length - 1));
    }

    [Fact]
    public void No_cells_are_no_table() => Assert.Equal("Throughput in MB/s, of writes until durable\n", Sweeps.Grid([]));

    internal static SweepCellRecord Emptied(SweepCellRecord cell) => cell with
    {
        State = cell.State == CellState.Skipped ? CellState.Skipped : CellState.Pending,
        Verdict = null, ThroughputBytesPerS = null, ThroughputToReturnBytesPerS = null, CpuNsPerByte = null,
        CpuCyclesPerByte = null, Runs = [],
    };

    private static int[] Ends(string grid, string head) =>
    [
        .. grid.Split('\n')
            .Where(line => line.TrimStart().StartsWith("read", StringComparison.Ordinal)
                || line.TrimStart().StartsWith(head, StringComparison.Ordinal))
            .SelectMany(line => Enumerable.Range(0, line.Length).Where(
                at => line.AsSpan(at).StartsWith(head, StringComparison.Ordinal))),
    ];

    private static int Rows(string grid) =>
        grid.Split('\n').Count(line => line.TrimStart().Split(' ') is [_, "B" or "KiB" or "MiB", ..]);
}
