namespace Landspeed.Platform.Linux;

/// <summary>Numbers of linux/io_uring.h; the same on every architecture.</summary>
internal static class UringConstants
{
    internal const uint IORING_SETUP_CLAMP = 1 << 4;
    internal const uint IORING_SETUP_SUBMIT_ALL = 1 << 7;
    internal const uint IORING_SETUP_COOP_TASKRUN = 1 << 8;
    internal const uint IORING_SETUP_SINGLE_ISSUER = 1 << 12;
    internal const uint IORING_SETUP_DEFER_TASKRUN = 1 << 13;
    internal const uint IORING_SETUP_NO_SQARRAY = 1 << 16;

    internal const uint IORING_ENTER_GETEVENTS = 1 << 0;
    internal const uint IORING_ENTER_EXT_ARG = 1 << 3;
    internal const uint IORING_ENTER_REGISTERED_RING = 1 << 4;

    internal const uint IORING_FEAT_EXT_ARG = 1 << 8;
    internal const uint IORING_FEAT_RSRC_TAGS = 1 << 10;

    internal const uint IORING_REGISTER_BUFFERS = 0;
    internal const uint IORING_REGISTER_FILES = 2;
    internal const uint IORING_UNREGISTER_FILES = 3;
    internal const uint IORING_REGISTER_FILES_UPDATE = 6;
    internal const uint IORING_REGISTER_PROBE = 8;
    internal const uint IORING_REGISTER_FILES_UPDATE2 = 14;
    internal const uint IORING_REGISTER_RING_FDS = 20;
    internal const uint IORING_UNREGISTER_RING_FDS = 21;

    internal const byte IORING_OP_NOP = 0;
    internal const byte IORING_OP_FSYNC = 3;
    internal const byte IORING_OP_READ_FIXED = 4;
    internal const byte IORING_OP_WRITE_FIXED = 5;
    internal const byte IORING_OP_POLL_ADD = 6;
    internal const byte IORING_OP_READ = 22;
    internal const byte IORING_OP_WRITE = 23;

    internal const byte IOSQE_FIXED_FILE = 1;
    internal const uint IORING_FSYNC_DATASYNC = 1;
    internal const ushort IO_URING_OP_SUPPORTED = 1;

    internal const long IORING_OFF_SQ_RING = 0;
    internal const long IORING_OFF_SQES = 0x10000000;
}
