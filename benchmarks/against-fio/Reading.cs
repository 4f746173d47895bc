namespace AgainstFio;

/// <summary>What one run of one program gave.</summary>
/// <param name="RequestsPerS">Requests per second.</param>
/// <param name="CpuNsPerRequest">Processor time per request.</param>
/// <param name="AllocatedBytes">Managed bytes that the hot loop allocated; 0 for fio.</param>
/// <param name="ResidentBytes">Most memory resident; 0 for fio.</param>
/// <param name="Verdict">The truth verdict; empty for fio.</param>
internal sealed record Reading(
    double RequestsPerS, double CpuNsPerRequest, long AllocatedBytes, long ResidentBytes, string Verdict);
