using System.Globalization;

namespace Landspeed.Mpi;

/// <summary>How messages name ranks and numbers, in every country alike.</summary>
internal static class RankName
{
    /// <summary>For example <c>rank 3</c>.</summary>
    internal static string Of(int rank) => $"rank {Number(rank)}";

    /// <summary>For example <c>1024</c>.</summary>
    internal static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);
}
