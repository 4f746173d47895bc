using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using System.Text;

namespace Landspeed.Platform.Linux;

/// <summary>What the CPU reports by its identification instruction; empty except on x86.</summary>
/// <param name="HypervisorSignature">
/// Twelve characters such as <c>KVMKVMKVM</c>; null on bare metal or if not x86.
/// </param>
/// <param name="TimeStampHz">Frequency of the time-stamp counter, if the CPU or hypervisor reports it.</param>
internal sealed record ProcessorIdentity(string? HypervisorSignature, double? TimeStampHz)
{
    // Intel SDM volume 2, CPUID: 1.ECX bit 31 is set by hypervisors; leaf 0x15 gives TSC = crystal × EBX / EAX.
    private const int HypervisorLeaf = 0x4000_0000;

    // Introduced by VMware and adopted by KVM: EAX of this leaf is the TSC in kHz.
    private const int HypervisorFrequencyLeaf = 0x4000_0010;
    private const int CrystalLeaf = 0x15;

    /// <summary>Queries the CPU.</summary>
    internal static ProcessorIdentity Read()
    {
        if (!X86Base.IsSupported)
        {
            return new ProcessorIdentity(null, null);
        }

        bool guest = (X86Base.CpuId(1, 0).Ecx & (1 << 31)) != 0;
        string? signature = guest ? Signature() : null;
        return new ProcessorIdentity(signature, FromCrystal() ?? FromHypervisor(signature));
    }

    private static string Signature()
    {
        (_, int first, int second, int third) = X86Base.CpuId(HypervisorLeaf, 0);
        ReadOnlySpan<int> words = [first, second, third];
        return Encoding.ASCII.GetString(MemoryMarshal.AsBytes(words)).Trim('\0', ' ');
    }

    private static double? FromCrystal()
    {
        if (X86Base.CpuId(0, 0).Eax < CrystalLeaf)
        {
            return null;
        }

        (int denominator, int numerator, int crystalHz, _) = X86Base.CpuId(CrystalLeaf, 0);
        return denominator > 0 && numerator > 0 && crystalHz > 0
            ? (double)crystalHz * numerator / denominator
            : null;
    }

    private static double? FromHypervisor(string? signature)
    {
        bool known = signature is "KVMKVMKVM" or "VMwareVMware";
        if (!known || unchecked((uint)X86Base.CpuId(HypervisorLeaf, 0).Eax) < HypervisorFrequencyLeaf)
        {
            return null;
        }

        int kilohertz = X86Base.CpuId(HypervisorFrequencyLeaf, 0).Eax;
        return kilohertz > 0 ? kilohertz * 1000.0 : null;
    }
}
