using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Experiments.Patterns.FileModes;
using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Trials;
using Landspeed.Platform;
using Landspeed.Reporting.Tables;
using Landspeed.Reporting.Views;

namespace Landspeed.Reporting.Tests.Views;

public sealed class PatternViewsTests
{
    private static readonly FilePath s_here = FilePath.FromText(AppContext.BaseDirectory);

    [Fact]
    public void The_matrix_has_a_table_a_kind_and_marks_the_best_and_other_verdicts()
    {
        ExperimentDocument plan = new ApisExperiment(new ApiOptions
        {
            Directory = s_here, Seed = 1, Apis = ["filestream", "pipe", "mmap"], RecordSizes = [1, 4096],
        }).Plan(DateTimeOffset.UnixEpoch).Preview;
        ExperimentDocument document = plan with
        {
            Cells =
            [
                .. plan.Cells.Select(cell => cell.Name switch
                {
                    "filestream-4KiB-sequential-read-flush" => Done(cell, 1e9, Verdict.Device),
                    "mmap-4KiB-sequential-read-flush" => Done(cell, 2e9, Verdict.Cache),
                    "filestream-1B-sequential-read-flush" => cell with { State = CellState.Failed, Reason = "why" },
                    _ => cell,
                }),
            ],
        };

        ReportView view = ExperimentViews.Of(document);

        Assert.Equal(8, view.Tables.Count);
        ReportTable table = view.Tables[0];
        Assert.Equal("MB/s, sequential read, flushed before", table.Title);
        Assert.Equal(["API", "1 B", "4 KiB"], table.Columns);
        Assert.Equal(["filestream", "failed", "1,000"], table.Rows[0].Select(cell => cell.Text));
        Assert.Equal(["mmap", string.Empty, "2,000 c"], table.Rows[2].Select(cell => cell.Text));
        Assert.Equal((Mark.Plain, Mark.Number), (table.Rows[0][2].Mark, table.Rows[2][2].Mark));
        Assert.Contains("1 of 2 cells", table.Note, StringComparison.Ordinal);
        Assert.DoesNotContain(view.Tables[4].Rows, row => row[0].Text == "pipe"); // random: cannot be, and is no row
    }

    [Fact]
    public void Styles_show_creating_and_reading_and_their_calls()
    {
        ExperimentDocument plan = new StylesExperiment(new StylesOptions { Directory = s_here, Seed = 1, Styles = ["line", "landspeed-line"] })
            .Plan(DateTimeOffset.UnixEpoch).Preview;
        ExperimentDocument document = plan with
        {
            Cells = [.. plan.Cells.Select(cell => cell.Name == "read-line" ? Done(cell, 5e8, Verdict.Device) : cell)],
        };

        ReportView view = ExperimentViews.Of(document);

        Assert.Contains("500,000 records of 100 bytes", view.Headline);
        Assert.Equal(["line"], view.Tables[0].Rows.Select(row => row[0].Text));
        Assert.Equal(["line", "500.0", string.Empty], view.Tables[1].Rows[0].Take(3).Select(cell => cell.Text));
        Assert.Equal("pending", view.Tables[1].Rows[1][6].Text);
        Assert.Equal(Mark.Number, view.Tables[1].Rows[0][1].Mark);
        Assert.Equal(2, view.Tables[2].Rows.Count);
    }

    [Fact]
    public void File_modes_show_what_was_seen_instead()
    {
        ExperimentDocument plan = new FileModesExperiment(s_here, seed: 1).Plan(DateTimeOffset.UnixEpoch).Preview;
        ExperimentDocument document = plan with
        {
            Cells =
            [
                plan.Cells[0] with { State = CellState.Done },
                plan.Cells[1] with { State = CellState.Failed, Reason = "opened" },
                plan.Cells[2],
            ],
        };

        Assert.Equal(
            [("the same", Mark.Good), ("opened", Mark.Warning), (string.Empty, Mark.Plain)],
            ExperimentViews.Of(document).Tables[0].Rows.Select(row => (row[4].Text, row[4].Mark)));
    }

    private static ExperimentCellRecord Done(ExperimentCellRecord cell, double rate, Verdict verdict) => cell with
    {
        State = CellState.Done,
        ReadVerdict = verdict,
        Runs = [new TrialRunRecord { Cell = cell.Name, Round = 0, BytesRead = 100 }],
        ThroughputBytesPerS = new IntervalRecord
        {
            Runs = 1, Median = rate, Low = rate, High = rate, Min = rate, Max = rate, SpreadPct = 0, OutlierRuns = [],
        },
    };
}
