namespace StreamsBenchmark;

/// <summary>One run of one subject.</summary>
/// <param name="MbPerS">Million bytes per second; of writes until durable.</param>
/// <param name="ProcessNsPerByte">Processor time of the process a byte.</param>
/// <param name="MachineNsPerByte">Processor time of the whole machine a byte: also the kernel's own threads.</param>
/// <param name="AllocatedBytes">Managed bytes allocated; 0 for fio.</param>
internal sealed record Sample(double MbPerS, double ProcessNsPerByte, double MachineNsPerByte, long AllocatedBytes);
