using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>What keeping metadata needs to know of the run.</summary>
/// <param name="Identity">Who the process is for the file system.</param>
/// <param name="Ledger">Learns what could not be kept.</param>
internal sealed record PreservationContext(ProcessIdentity Identity, CopyLedger Ledger);
