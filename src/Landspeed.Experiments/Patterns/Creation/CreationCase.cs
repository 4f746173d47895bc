using Landspeed.Results.Creation;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>What one cell creates.</summary>
/// <param name="State">The state of the volume.</param>
/// <param name="Preallocation">What is done before the first write.</param>
/// <param name="RequestSize">Bytes per write.</param>
/// <param name="Length">Bytes of the file: whole requests.</param>
internal sealed record CreationCase(string State, string Preallocation, int RequestSize, long Length)
{
    /// <summary>Name of the cell, for example <c>clean-reserved-64KiB</c>.</summary>
    internal string Name => $"{State}-{Preallocation}-{AmountText.Size(RequestSize).Replace(" ", string.Empty, StringComparison.Ordinal)}";

    /// <summary>Its position on each axis.</summary>
    internal (string Axis, string Value)[] Labels =>
    [
        (CreationLabels.StateAxis, State),
        (CreationLabels.PreallocationAxis, Preallocation),
        (CreationLabels.RequestSizeAxis, Invariant($"{RequestSize}")),
    ];
}
