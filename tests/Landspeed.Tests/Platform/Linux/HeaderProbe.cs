using System.Globalization;
using System.Text;
using Landspeed.Testing;

namespace Landspeed.Tests.Platform.Linux;

/// <summary>Asks the C compiler what the system's own headers say.</summary>
internal static class HeaderProbe
{
    private const string Prelude = """
        #define _GNU_SOURCE
        #include <stdio.h>
        #include <stddef.h>
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <poll.h>
        #include <sched.h>
        #include <signal.h>
        #include <spawn.h>
        #include <time.h>
        #include <unistd.h>
        #include <sys/eventfd.h>
        #include <sys/mman.h>
        #include <sys/mount.h>
        #include <sys/prctl.h>
        #include <sys/resource.h>
        #include <sys/stat.h>
        #include <sys/statfs.h>
        #include <sys/statvfs.h>
        #include <sys/syscall.h>
        #include <sys/uio.h>
        #include <sys/wait.h>
        #include <linux/falloc.h>
        #include <linux/fanotify.h>
        #include <linux/fiemap.h>
        #include <linux/fs.h>
        #include <linux/fsmap.h>
        #include <linux/futex.h>
        #include <linux/io_uring.h>
        #include <linux/loop.h>
        #include <linux/mman.h>
        #define SAY(name, value) printf("%s %lld\n", name, (long long)(value))
        int main(void) {

        """;

    /// <summary>Compiles and runs a program that prints each expression.</summary>
    /// <param name="questions">Name, C expression, and the macro without which the headers do not know it (null: all do).</param>
    /// <returns>The value of each name that the headers know.</returns>
    public static IReadOnlyDictionary<string, long> Ask(IEnumerable<HeaderQuestion> questions)
    {
        Capability.RequireProgram("gcc");
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("probe.c"), Source(questions));
        Command compiled = Command.Run("gcc", ["-w", "-o", scratch.File("probe"), scratch.File("probe.c")]);
        Assert.True(compiled.ExitCode == 0, $"the probe does not compile:\n{compiled.Error}");
        Command ran = Command.Run(scratch.File("probe"), []);
        Assert.Equal(0, ran.ExitCode);
        return ran.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split(' '))
            .ToDictionary(pair => pair[0], pair => long.Parse(pair[1], CultureInfo.InvariantCulture));
    }

    private static string Source(IEnumerable<HeaderQuestion> questions)
    {
        var source = new StringBuilder(Prelude);
        foreach (HeaderQuestion question in questions)
        {
            string say = $"SAY(\"{question.Name}\", {question.Expression});";
            source.Append(
                question.Guard is null ? $"{say}\n" : $"#ifdef {question.Guard}\n{say}\n#endif\n");
        }

        return source.Append("return 0; }\n").ToString();
    }
}
