namespace StreamsBenchmark;

/// <summary>One way to do a group's work.</summary>
/// <param name="Group">The work.</param>
/// <param name="Name">As the table shows it.</param>
/// <param name="Buffer">Bytes of the caller's buffer; 0 where there is none.</param>
/// <param name="IsOurs">Whether it is Landspeed's.</param>
/// <param name="Run">Does it and returns the bytes moved.</param>
internal sealed record Subject(Group Group, string Name, int Buffer, bool IsOurs, Func<long> Run);
