using Landspeed.Results;

namespace Landspeed.Reporting.Words;

/// <summary>What a case does.</summary>
internal static class OperationWords
{
    /// <summary>For example <c>read</c> or <c>mix 70:30</c>: reads to writes.</summary>
    public static string Of(CaseRecord of) => Of(of.Operation, of.ReadPct);

    /// <summary>The same of what an experiment was asked for.</summary>
    /// <param name="operation">The word of the result.</param>
    /// <param name="readPct">The reads of a mix; otherwise null.</param>
    public static string Of(string operation, long? readPct) => readPct is { } share
        ? $"{operation} {Format.Count(share)}:{Format.Count(100 - share)}" : operation;
}
