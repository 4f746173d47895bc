namespace AgainstFio;

/// <summary>Whose turn is first.</summary>
internal static class Turns
{
    /// <summary>Runs both programs, in random order.</summary>
    internal static void Take(Random random, Action ours, Action theirs)
    {
        bool oursFirst = random.Next(2) == 0;
        (oursFirst ? ours : theirs)();
        (oursFirst ? theirs : ours)();
    }
}
