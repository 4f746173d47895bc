namespace Landspeed.Cli.Classic;

/// <summary>The help of <c>iospeed</c>.</summary>
internal static class IospeedUsage
{
    internal const string Text = """
        Description:
          Measures sequential file I/O with the options of the 2004 tool, and adds the CPU cost per byte
          and where the bytes came from. Sizes: K, M and G are powers of two.

        Usage:
          iospeed [options] FILE          (or: landspeed iospeed [options] FILE)

        Options; values attached (-t30) or separate (-t 30):
          -r[size]     Read test, and the file's size (default: -r1G). A missing file is created with
                       incompressible data, a smaller one is extended.
          -w[size]     Write test within the file, again and again (default size: 1G).
          -t<seconds>  Longest time (default: 30).
          -b<size>     Request size, 1 to 2147479552 bytes (default: 64K).
          -a<n>        Asynchronous with n requests in flight, 1 to 4096 (default: synchronous).
          -d           Disable all caching: direct I/O, an error where there is none (default: buffered).
          -s<pct>      Distance of the next request in percent of the file: 0 sequential, 100 seeks
                       anywhere (default: 0).
          -x<size>     Delete, create and extend by synchronous appends of the request size.
          -p<size>     The same, blocks reserved first. -w<size> -p: a write test on reserved blocks.
          -c           Touch every byte.
          -q           Quiet: one line of comma separated values, no progress.

          --overwrite  Allow -w, -x, -p and extending on a file that landspeed did not create; its
                       content is lost. Without it such a file is refused (exit code 3).
          --keep       Keep a created file even when the run is stopped or fails.
          --json FILE  Write the result as JSON; - for standard output. --csv FILE the same as CSV.
          --dry-run    Print the plan and touch nothing.
          --no-color   No colours.  --version  Show the version.  --help, -h, -?  Show this help.

        Examples:
          iospeed -t30 -b64K -r1G -s0 a.dat     the defaults, the same as: iospeed a.dat
          iospeed -t60 -p100M a.dat             create 100 MiB with blocks reserved first
          iospeed -t30 -w100M -p a.dat          write within 100 MiB of reserved blocks
          iospeed -a2 -b256K a.dat              asynchronous, two requests of 256 KiB in flight

        """;
}
