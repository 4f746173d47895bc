namespace Landspeed.Mpi;

/// <summary>The values that mpi.h defines differently in each family of libraries.</summary>
/// <param name="World">The communicator of all ranks.</param>
/// <param name="Byte">The type of bytes.</param>
/// <param name="Int64">The type of 64-bit integers.</param>
/// <param name="Sum">The operation that adds.</param>
/// <param name="StatusIgnore">The value for "no status wanted".</param>
/// <param name="AnySource">The value for any sender.</param>
/// <param name="Funneled">The thread level in which several threads exist but only one calls MPI.</param>
internal readonly record struct MpiHandles(nint World, nint Byte, nint Int64, nint Sum, nint StatusIgnore, int AnySource, int Funneled)
{
    // Values from MPICH's mpi.h, shared by its whole family since the ABI initiative of 2013.
    private static readonly MpiHandles s_mpich = new(0x44000000, 0x4c00010d, 0x4c00083a, 0x58000003, 1, AnySource: -2, Funneled: 1);

    // MPI 5.0, the chapter on the application binary interface.
    private static readonly MpiHandles s_standard = new(0x101, 0x247, 0x258, 0x21, 0, AnySource: -1, Funneled: 1024);

    /// <summary>Gets the handles of a library.</summary>
    /// <param name="isStandard">True if it was loaded as the library of the standard ABI.</param>
    /// <param name="find">Returns the address of a symbol, or 0.</param>
    internal static MpiHandles Of(bool isStandard, Func<string, nint> find)
    {
        // Open MPI's handles are addresses of variables that no other library has.
        nint world = find("ompi_mpi_comm_world");
        return isStandard ? s_standard
            : world == 0 ? s_mpich
            : new MpiHandles(world, find("ompi_mpi_byte"), find("ompi_mpi_int64_t"), find("ompi_mpi_op_sum"), 0, AnySource: -1, Funneled: 1);
    }
}
