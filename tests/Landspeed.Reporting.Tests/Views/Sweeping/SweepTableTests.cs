using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Reporting.Tests.Views.Sweeping;

public class SweepTableTests
{
    private static readonly int[] s_depths = [1, 16, 4096];
    private static readonly string[] s_modes = ["direct", "buffered", "uncached"];

    [Theory]
    [InlineData(40)]
    [InlineData(80)]
    public void Nothing_moves_while_the_table_fills_up(int width)
    {
        CellRecord[] full = [.. Samples.Of("sweep-quick").Cells];
        CellRecord[] cells = [.. full.Select(Samples.Emptied)];
        int[] ends = Ends(Samples.Grid(full, width), "write");
        foreach (int index in Enumerable.Range(0, full.Length))
        {
            string grid = Samples.Grid(cells, width);
            cells[index] = full[index];

            Assert.Equal(ends, Ends(grid, "write"));
            Assert.Equal(Rows(Samples.Grid(full, width)), Rows(grid));
        }
    }

    [Fact]
    public void Each_state_shows()
    {
        CellRecord done = Samples.Of("sweep-quick").Cells[0];
        CellRecord[] cells =
        [
            done,
            done.Emptied().WithSize(2),
            done.Emptied().WithSize(3) with { State = CellState.Skipped },
            done.Emptied().WithSize(4) with { State = CellState.Failed },
        ];

        string[] rows = Samples.Grid(cells).Split('\n');

        Assert.Contains("    1 B      356*", rows);
        Assert.Contains("    2 B        ·", rows);
        Assert.Contains("    3 B        -", rows);
        Assert.Contains("    4 B   failed", rows);
    }

    [Fact]
    public void A_size_that_only_another_curve_has_is_blank()
    {
        CellRecord[] cells = [.. Samples.Of("sweep-quick").Cells.Where(cell =>
            cell.Curve == "read-filestream" || cell.Name == "read-direct-4194304-q1")];

        Assert.Contains("  1 KiB      1,240", Samples.Grid(cells).Split('\n'));
    }

    [Theory]
    [InlineData(79, 1)]
    [InlineData(78, 2)]
    [InlineData(40, 3)]
    [InlineData(10, 3)]
    public void Too_many_curves_become_several_tables_of_about_as_many(int width, int tables)
    {
        string[] lines = Samples.Grid(Samples.Of("sweep-quick").Cells, width).Split('\n');

        Assert.Equal(tables, lines.Count(line => line.StartsWith("request", StringComparison.Ordinal)));
        Assert.Equal(tables * 12, lines.Count(line => line.TrimStart().Split(' ') is [_, "B" or "KiB" or "MiB", ..]));
        Assert.All(lines, line => Assert.True(line.Length <= Math.Max(40, width), line));
    }

    [Fact]
    public void Huge_and_tiny_numbers_stay_in_their_columns()
    {
        CellRecord cell = Samples.Of("sweep-quick").Cells[0];
        CellRecord[] cells =
        [
            .. new[] { 123_456e6, 1e3, 2, double.NaN }.Select((median, index) => cell.WithSize(index + 1)
                .With(Metrics.Throughput, rate => rate with { Median = median, Low = median, High = median })),
        ];

        string[] rows = Samples.Grid(cells).Split('\n');

        Assert.Contains("    1 B     123,456*", rows);
        Assert.Contains("    2 B     0.00100", rows);
        Assert.Contains("    3 B  0.00000200", rows);
        Assert.Contains("    4 B         n/a", rows);
    }

    [Fact]
    public void Every_power_of_two_at_many_depths_still_fits()
    {
        CellRecord any = Samples.Of("sweep-quick").Cells[0];
        CellRecord[] cells =
        [
            .. from depth in s_depths
               from mode in s_modes
               from power in Enumerable.Range(0, 23)
               let median = 2e9 * (1 << power) * depth / (((1 << power) * (double)depth) + 30_000)
               select any.With("api", "engine").With("mode", mode).With("queue_depth", FormattableString.Invariant($"{depth}")).WithSize(1L << power)
                   .With(Metrics.Throughput, rate => rate with { Median = median, Low = median * 0.96, High = median * 1.04 })
                   with { Curve = FormattableString.Invariant($"read-{mode}-q{depth}") },
        ];

        string grid = Samples.Grid(cells);
        string[] lines = grid.Split('\n');

        Golden.Check("sweep-wide.grid", grid);
        Assert.All(lines, line => Assert.True(line.Length <= 80, line));
        Assert.Equal([5, 4], lines.Where(line => line.StartsWith("request", StringComparison.Ordinal))
            .Select(line => line.Split("  ", StringSplitOptions.RemoveEmptyEntries).Length - 1));
    }

    [Fact]
    public void No_cells_are_no_table() => Assert.Equal("Throughput in MB/s, of writes until durable\n", Samples.Grid([]));

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
