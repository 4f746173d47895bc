using System.Text;

namespace Landspeed.Mpi;

/// <summary>An MPI library: its functions by address, looked up at run time.</summary>
/// <remarks>
/// One thread makes all calls, from <see cref="Initialize"/> to <see cref="Leave"/>, which are the only two that block.
/// A failed call ends the job, which is MPI's default.
/// </remarks>
internal sealed unsafe class MpiLibrary
{
    /// <summary>Open MPI, version 2 to 5.</summary>
    internal const string OpenMpi = "libmpi.so.40";

    /// <summary>MPICH under Debian's name.</summary>
    internal const string Mpich = "libmpich.so.12";

    /// <summary>Any library with the ABI of MPI 5.</summary>
    internal const string StandardAbi = "libmpi_abi.so";

    private const string KeepAlive = "UCX_TCP_KEEPIDLE";

    private readonly MpiHandles _handles;
    private readonly delegate* unmanaged<int*, byte***, int, int*, int> _initialize;
    private readonly delegate* unmanaged<int*, int> _initialized;
    private readonly delegate* unmanaged<int> _finalize;
    private readonly delegate* unmanaged<nint, int, int> _abort;
    private readonly delegate* unmanaged<nint, int*, int> _rank;
    private readonly delegate* unmanaged<nint, int*, int> _size;
    private readonly delegate* unmanaged<byte*, int*, int> _version;
    private readonly delegate* unmanaged<nint, nint*, int> _barrier;
    private readonly delegate* unmanaged<nint*, int*, nint, int> _test;
    private readonly delegate* unmanaged<byte*, int, nint, int, int, nint, nint*, int> _send;
    private readonly delegate* unmanaged<byte*, int, nint, int, int, nint, nint*, int> _receive;
    private readonly delegate* unmanaged<byte*, byte*, int, nint, nint, nint, nint*, int> _sum;

    private MpiLibrary(string name, nint library)
    {
        Name = name;
        _handles = MpiHandles.Of(name.StartsWith(StandardAbi, StringComparison.Ordinal), symbol => NativePlatform.Libraries.Find(library, symbol));
        _initialize = (delegate* unmanaged<int*, byte***, int, int*, int>)Function("MPI_Init_thread");
        _initialized = (delegate* unmanaged<int*, int>)Function("MPI_Initialized");
        _finalize = (delegate* unmanaged<int>)Function("MPI_Finalize");
        _abort = (delegate* unmanaged<nint, int, int>)Function("MPI_Abort");
        _rank = (delegate* unmanaged<nint, int*, int>)Function("MPI_Comm_rank");
        _size = (delegate* unmanaged<nint, int*, int>)Function("MPI_Comm_size");
        _version = (delegate* unmanaged<byte*, int*, int>)Function("MPI_Get_library_version");
        _barrier = (delegate* unmanaged<nint, nint*, int>)Function("MPI_Ibarrier");
        _test = (delegate* unmanaged<nint*, int*, nint, int>)Function("MPI_Test");
        _send = (delegate* unmanaged<byte*, int, nint, int, int, nint, nint*, int>)Function("MPI_Isend");
        _receive = (delegate* unmanaged<byte*, int, nint, int, int, nint, nint*, int>)Function("MPI_Irecv");
        _sum = (delegate* unmanaged<byte*, byte*, int, nint, nint, nint, nint*, int>)Function("MPI_Iallreduce");

        nint Function(string symbol) => NativePlatform.Libraries.Find(library, symbol) is not 0 and var address
            ? address
            : throw new ProcessGroupException($"the library {name} has no {symbol}: it is no MPI library, or older than MPI 3; name another");
    }

    /// <summary>The name under which it was loaded.</summary>
    internal string Name { get; }

    /// <summary>True if MPI was initialised in this process, by any code.</summary>
    internal bool IsInitialized
    {
        get
        {
            int answer = 0;
            Check(_initialized(&answer), "MPI_Initialized");
            return answer != 0;
        }
    }

    /// <summary>The first line of its description of itself, for example <c>Open MPI v4.1.4, …</c>.</summary>
    internal string Version =>
        string.Join(' ', Describe().Split('\n')[0].Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries));

    /// <summary>Number of transfers that have ended.</summary>
    internal long Ended { get; private set; }

    /// <summary>Loads the first library that exists.</summary>
    /// <param name="names">File names in order of preference; at least one.</param>
    /// <param name="package">The package to install if there is none.</param>
    /// <returns>The library, not initialised.</returns>
    /// <exception cref="ProcessGroupException">None can be loaded.</exception>
    internal static MpiLibrary Load(IReadOnlyList<string> names, string package)
    {
        // UCX, which MPICH may load, takes over SIGSEGV; a null reference would then kill the process rather than throw
        // an exception.
        NativePlatform.Libraries.SetVariable("UCX_ERROR_SIGNALS", string.Empty);

        // It also gives up a silent connection after 28 seconds, after which the job would wait for ever rather than
        // finish late.
        if (Environment.GetEnvironmentVariable(KeepAlive) is null)
        {
            NativePlatform.Libraries.SetVariable(KeepAlive, "inf");
        }

        List<string> refusals = [];
        foreach (string name in names)
        {
            nint library = NativePlatform.Libraries.Open(name, out string? refusal);
            if (library != 0)
            {
                return new MpiLibrary(name, library);
            }

            refusals.Add(refusal!);
        }

        throw new ProcessGroupException($"no MPI library could be loaded: {string.Join("; ", refusals)}; install it, on Debian: apt install {package}");
    }

    /// <summary>Joins the other ranks.</summary>
    internal void Initialize()
    {
        int provided = 0;
        Check(_initialize(null, null, _handles.Funneled, &provided), "MPI_Init_thread");
        if (provided < _handles.Funneled)
        {
            throw new ProcessGroupException($"the library {Name} refuses programs with several threads; use one that was built with them");
        }
    }

    /// <summary>
    /// Leaves for good and waits for the other ranks. All ranks have reached this point and make no further calls.
    /// </summary>
    internal void Leave()
    {
        if (Size() > 1 && MayHangAtItsEnd(Describe())
            && PmiConnection.Find(Environment.GetEnvironmentVariable) is { } launcher)
        {
            launcher.Leave();
            return;
        }

        Check(_finalize(), "MPI_Finalize");
    }

    /// <summary>
    /// True if MPI_Finalize may wait for ever, so that ranks leave through their launcher: MPICH over UCX. There a rank
    /// asks each other rank whether everything has arrived, and then waits for all without answering; of jobs on four
    /// hosts, one in five never ended.
    /// </summary>
    /// <param name="description">The library's complete description of itself.</param>
    internal static bool MayHangAtItsEnd(string description) =>
        description.StartsWith("MPICH ", StringComparison.Ordinal)
        && description.Contains("ch4:ucx", StringComparison.Ordinal)
        && !description.Contains("--with-pmi", StringComparison.Ordinal); // another interface than the usual one

    /// <summary>Ends the job.</summary>
    internal void Abort(int exitCode) => _ = _abort(_handles.World, exitCode);

    /// <summary>Gets the number of this rank.</summary>
    internal int Rank()
    {
        int rank = 0;
        Check(_rank(_handles.World, &rank), "MPI_Comm_rank");
        return rank;
    }

    /// <summary>Gets the number of ranks.</summary>
    internal int Size()
    {
        int size = 0;
        Check(_size(_handles.World, &size), "MPI_Comm_size");
        return size;
    }

    /// <summary>Starts a barrier.</summary>
    internal MpiTransfer Barrier()
    {
        var transfer = new MpiTransfer(0);
        Check(_barrier(_handles.World, transfer.Request), "MPI_Ibarrier");
        return transfer;
    }

    /// <summary>Starts sending a copy of bytes.</summary>
    internal MpiTransfer Send(int rank, int tag, ReadOnlySpan<byte> bytes)
    {
        var transfer = new MpiTransfer(bytes.Length);
        bytes.CopyTo(transfer.Data);
        Check(_send(transfer.Address, bytes.Length, _handles.Byte, rank, tag, _handles.World, transfer.Request), "MPI_Isend");
        return transfer;
    }

    /// <summary>Starts receiving a number of bytes from one rank.</summary>
    internal MpiTransfer Receive(int rank, int tag, int length)
    {
        var transfer = new MpiTransfer(length);
        Check(_receive(transfer.Address, length, _handles.Byte, rank, tag, _handles.World, transfer.Request), "MPI_Irecv");
        return transfer;
    }

    /// <summary>Starts receiving a number of bytes from whichever rank sends first.</summary>
    internal MpiTransfer ReceiveAny(int tag, int length) => Receive(_handles.AnySource, tag, length);

    /// <summary>Starts adding numbers of all ranks; the sums are the second half of the transfer's numbers.</summary>
    internal MpiTransfer Sum(ReadOnlySpan<long> values)
    {
        var transfer = new MpiTransfer(2 * values.Length * sizeof(long));
        values.CopyTo(transfer.Numbers);
        byte* sums = transfer.Address + (values.Length * sizeof(long));
        Check(_sum(transfer.Address, sums, values.Length, _handles.Int64, _handles.Sum, _handles.World, transfer.Request), "MPI_Iallreduce");
        return transfer;
    }

    /// <summary>Checks whether a transfer has ended, which also lets the library do its work.</summary>
    internal bool Test(MpiTransfer transfer)
    {
        if (!transfer.HasEnded)
        {
            int ended = 0;
            Check(_test(transfer.Request, &ended, _handles.StatusIgnore), "MPI_Test");
            transfer.HasEnded = ended != 0;
            Ended += transfer.HasEnded ? 1 : 0;
        }

        return transfer.HasEnded;
    }

    private string Describe()
    {
        // 8,192 bytes are the most that any of the families returns.
        byte[] text = new byte[8192];
        int length = text.Length;
        fixed (byte* start = text)
        {
            Check(_version(start, &length), "MPI_Get_library_version");
        }

        return Encoding.UTF8.GetString(text, 0, Math.Clamp(length, 0, text.Length)).TrimEnd('\0');
    }

    private void Check(int result, string function)
    {
        if (result != 0)
        {
            throw new ProcessGroupException($"{function} of {Name} gave error {RankName.Number(result)}; what the library wrote to standard error says more");
        }
    }
}
