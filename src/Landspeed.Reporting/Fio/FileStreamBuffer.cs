using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Fio;

/// <summary>What stands between a small request of .NET's FileStream and the system.</summary>
internal static class FileStreamBuffer
{
    /// <summary>
    /// Bytes of its default buffer, 4096: smaller requests are answered from it, those as large pass it by.
    /// </summary>
    public const long Bytes = 4096;

    /// <summary>Why fio cannot do this; null: it can.</summary>
    public static string? WhyNotForFio(SweepCellRecord cell) => cell.Api == "filestream" && cell.RequestSizeBytes < Bytes
        ? "FileStream serves requests below 4096 bytes from its own buffer, fio cannot"
        : null;
}
