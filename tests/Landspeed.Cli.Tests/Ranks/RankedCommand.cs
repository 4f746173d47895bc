using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Mpi;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>The command on ranks that are threads of the test's own process, on real files.</summary>
internal static class RankedCommand
{
    /// <summary>Runs it.</summary>
    /// <param name="size">How many ranks.</param>
    /// <param name="words">The words of all.</param>
    /// <returns>What each rank said, and its exit code.</returns>
    public static Command[] Run(int size, params string[] words) => Run(size, (_, composition) => composition, words);

    /// <summary>Runs it with other parts on some ranks.</summary>
    /// <param name="size">How many ranks.</param>
    /// <param name="change">Changes the parts of a rank.</param>
    /// <param name="words">The words of all.</param>
    public static Command[] Run(int size, Func<IProcessGroup, Composition, Composition> change, params string[] words)
    {
        var ended = new Command[size];
        Thread[] threads = [.. InProcessGroup.Create(size).Select(group => new Thread(() =>
        {
            using var output = new StringWriter();
            using var error = new StringWriter();
            var given = new CommandWords("landspeed", words);
            int code = RankEntry.Run(
                () => group, given, "landspeed 1", new Terminal(output, error), (voice, rank, _) => Entry.Run(given, voice, change(group, Composition.Create()) with { Rank = rank }));
            ended[group.Rank] = new Command(code, output.ToString(), error.ToString());
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        return ended;
    }
}
