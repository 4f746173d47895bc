namespace LinesBenchmark;

/// <summary>One way to go through the lines of a file.</summary>
/// <param name="Name">What the table calls it.</param>
/// <param name="Work">Goes through the file; gives the lines it saw, or less than 0 where it cannot tell.</param>
internal sealed record Contender(string Name, Func<string, long> Work);
