using Landspeed.Experiments.Results;
using Spectre.Console;

namespace Landspeed.Reporting.Tables;

/// <summary>Sentences of advice, numbered, each sentence below itself.</summary>
internal static class AdviceList
{
    /// <summary>Writes it; nothing when there is none.</summary>
    public static void Write(Canvas canvas, string title, IReadOnlyList<AdviceRecord> advice)
    {
        if (advice.Count == 0)
        {
            return;
        }

        canvas.BlankLine();
        canvas.WriteLine(title);
        Grid list = Columns.Make(2);
        foreach ((int index, AdviceRecord sentence) in advice.Index())
        {
            list.AddRow(Canvas.Text($"{Format.Count(index + 1)}.", Mark.Quiet), Canvas.Text(sentence.Text));
        }

        canvas.Write(Columns.Indent(list));
    }
}
