namespace Landspeed.Cli.Classic;

/// <summary>The help of <c>ubcopy</c>.</summary>
internal static class UbcopyUsage
{
    internal const string Text = """
        Description:
          Copies a file or a directory with the options of UBCopy (2010): past the page cache, many
          requests in flight. The copy is durable and checked before it gets its name.

        Usage:
          ubcopy -s SOURCE -d DESTINATION [options]     (or: landspeed ubcopy ...)

        Options; values separate (-o True) or attached (-o:True, -o=True, --movefile=True):
          -s, --sourcefile            The file or directory to copy.
          -d, --destinationfile       The copy's own name; DIR/ puts it into DIR under the source's name.
          -o, --overwritedestination  True: replace a file of that name, in one step, once the copy is
                                      complete (default: False, it stays and the copy is refused).
          -m, --movefile              True: remove the source once its copy is durable and was read
                                      again and compared (default: False).
          -f, --forcecopy             True: make the bytes lie twice, also where the file system could
                                      share them (default: False; checking implies True).
          -c, --checksum              True: read the copy again from the medium, compare, and tell the
                                      MD5; False: neither (default: compare, no MD5).
          -b, --buffersize            Megabytes of one request, 1 to 32; at most 64 MiB are in flight
                                      (default: 1, 8 in flight).
          -t, --threads               Threads for small files, 1 to 64 (default: 4).
          -z, --filesize              Megabytes up to which a file is small, 1 to 64 (default: 1).
          -l, --LimitBandwidth        Bytes a second at most; 0: no limit (default).
          -r, --reportprogress        True: show progress after two seconds (default: False).
          -x, --restartonfailure      True: carry on where an interrupted copy stopped (default);
                                      False: start anew.
          -y, --syncfolders           True: copy what is missing or newer, leave the rest alone
                                      (default: False).

          --no-color   No colours.  --version  Show the version.  --help, -h, -?  Show this help.

        Exit codes:
          0 done; 1 failed, or some files did; 2 usage; 3 refused for safety, nothing touched; 4 the copy
          differs; 5 the source changed meanwhile; 6 out of space or quota; 129, 130 and 143 stopped by
          a signal. (The original's were 1 for done and 0 for failed.)

        Examples:
          ubcopy -s big.dat -d /mnt/backup/big.dat -o True
          ubcopy -s photos -d /mnt/backup/photos -c True -b 8 -t 4 -z 1 -r True
          ubcopy -s big.dat -d /mnt/archive/ -m True

        """;
}
