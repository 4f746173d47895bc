namespace StreamsBenchmark;

/// <summary>One way to do a work with one file.</summary>
/// <param name="Name">As the table shows it.</param>
/// <param name="IsOurs">Whether it is Landspeed's.</param>
/// <param name="Run">Does it with the file of that name and length.</param>
internal sealed record SizeMethod(string Name, bool IsOurs, Action<string, int> Run);
