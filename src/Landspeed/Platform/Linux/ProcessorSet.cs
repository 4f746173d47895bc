using System.Runtime.CompilerServices;

namespace Landspeed.Platform.Linux;

/// <summary>cpu_set_t: one bit a processor, 1,024 of them.</summary>
[InlineArray(16)]
internal struct ProcessorSet
{
    private ulong _word;
}
