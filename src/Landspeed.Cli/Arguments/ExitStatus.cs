using Landspeed.Experiments;

namespace Landspeed.Cli.Arguments;

/// <summary>The codes with which the command ends; those for signals are 128 plus their number.</summary>
internal static class ExitStatus
{
    internal const int Done = 0;
    internal const int Failed = 1;
    internal const int Usage = 2;
    internal const int Refused = 3;
    internal const int Mismatch = 4;
    internal const int SourceChanged = 5;
    internal const int OutOfSpace = 6;
    internal const int Finding = 7;

    internal static int Of(Outcome outcome) => outcome switch
    {
        Outcome.Done => Done,
        Outcome.Usage => Usage,
        Outcome.Refused => Refused,
        Outcome.Mismatch => Mismatch,
        Outcome.SourceChanged => SourceChanged,
        Outcome.OutOfSpace => OutOfSpace,
        Outcome.Finding => Finding,
        _ => Failed,
    };
}
