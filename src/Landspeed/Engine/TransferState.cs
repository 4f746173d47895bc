namespace Landspeed.Engine;

/// <summary>How far a <see cref="Transfer"/> is.</summary>
public enum TransferState
{
    /// <summary>Not at its end: queue <see cref="Transfer.Next"/>.</summary>
    Unfinished,

    /// <summary>Everything needed was moved.</summary>
    Done,

    /// <summary>A read met the end of the file; <see cref="Transfer.Moved"/> bytes came before it.</summary>
    EndOfFile,

    /// <summary>The system moves nothing and gives no error: a write of 0 bytes, or the same part again and again.</summary>
    NoProgress,

    /// <summary>The system refused; see <see cref="Transfer.Error"/>.</summary>
    Failed,
}
