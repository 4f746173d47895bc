using System.Globalization;

namespace Landspeed.Mpi;

/// <summary>Formats ranks and numbers in messages, the same in every culture.</summary>
internal static class RankName
{
    /// <summary>Returns text such as <c>rank 3</c>.</summary>
    internal static string Of(int rank) => $"rank {Number(rank)}";

    /// <summary>Returns text such as <c>1024</c>.</summary>
    internal static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);
}
