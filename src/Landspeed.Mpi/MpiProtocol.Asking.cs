using System.Text;

namespace Landspeed.Mpi;

/// <summary>Questions to rank 0 and its answers.</summary>
/// <remarks>
/// A message is two numbers and the first bytes; the rest of a longer one follows in pieces. In a question the numbers
/// are the rank and the length, in an answer whether there is one and the length. Each question is a separate
/// conversation: a rank that stalls in the middle of one delays no other.
/// </remarks>
internal sealed partial class MpiProtocol
{
    private const int QuestionTag = 3;
    private const int AnswerTag = 4;
    private const int QuestionRestTag = 5;
    private const int AnswerRestTag = 6;
    private const int HeadBytes = 2 * sizeof(long);

    // Bytes of a message that travel together. Libraries buffer messages of this size until they are received: 4 KiB
    // per rank on rank 0.
    private const int FirstBytes = 4096 - HeadBytes;

    // An invalid length that means: this rank asks no more.
    private const long NoMore = -1;

    private const long Answered = 0;
    private const long Refused = 1;

    /// <summary>Answers on rank 0 until no other rank asks any more.</summary>
    /// <param name="answer">Called on this thread; its exceptions are passed to the asking rank.</param>
    internal IEnumerable<bool> Serve(Func<int, byte[], byte[]> answer)
    {
        List<IEnumerator<bool>> conversations = [];
        for (int asking = Size - 1; asking > 0;)
        {
            using MpiTransfer message = library.ReceiveAny(QuestionTag, HeadBytes + FirstBytes);
            while (!library.Test(message))
            {
                conversations.RemoveAll(HasEnded);
                yield return conversations.Count == 0;
            }

            int rank = (int)message.Numbers[0];
            if (message.Numbers[1] == NoMore)
            {
                asking--;
            }
            else
            {
                conversations.Add(Converse(rank, Begun(message), answer).GetEnumerator());
            }
        }

        while (conversations.Count > 0)
        {
            conversations.RemoveAll(HasEnded);
            yield return false;
        }
    }

    /// <summary>Asks rank 0.</summary>
    /// <param name="question">The question, of any length.</param>
    /// <param name="answer">Receives the answer and null, or why there is none.</param>
    internal IEnumerable<bool> Ask(byte[] question, (byte[] Bytes, string? Refusal)[] answer)
    {
        using MpiTransfer reply = library.Receive(0, AnswerTag, HeadBytes + FirstBytes);
        foreach (bool step in Say(0, QuestionTag, QuestionRestTag, Rank, question))
        {
            yield return step;
        }

        while (!library.Test(reply))
        {
            yield return false;
        }

        byte[] bytes = Begun(reply);
        foreach (bool step in Receive(0, AnswerRestTag, bytes, FirstBytes))
        {
            yield return step;
        }

        answer[0] = reply.Numbers[0] == Answered ? (bytes, null) : ([], Encoding.UTF8.GetString(bytes));
    }

    /// <summary>Tells rank 0 that this rank asks no more.</summary>
    internal IEnumerable<bool> EndAsking()
    {
        using MpiTransfer message = library.Send(0, QuestionTag, Bytes([Rank, NoMore]));
        while (!library.Test(message))
        {
            yield return false;
        }
    }

    private static bool HasEnded(IEnumerator<bool> conversation) => !conversation.MoveNext();

    private static byte[] Begun(MpiTransfer message)
    {
        byte[] bytes = new byte[message.Numbers[1]];
        int first = Math.Min(bytes.Length, FirstBytes);
        message.Data.Slice(HeadBytes, first).CopyTo(bytes);
        return bytes;
    }

    private static (long Outcome, byte[] Answer) Answer(int rank, byte[] question, Func<int, byte[], byte[]> answer)
    {
        try
        {
            return (Answered, answer(rank, question));
        }
#pragma warning disable CA1031 // whoever asked learns it; the others go on
        catch (Exception refused)
#pragma warning restore CA1031
        {
            return (Refused, Encoding.UTF8.GetBytes(refused.Message));
        }
    }

    private IEnumerable<bool> Converse(int rank, byte[] question, Func<int, byte[], byte[]> answer)
    {
        foreach (bool step in Receive(rank, QuestionRestTag, question, FirstBytes))
        {
            yield return step;
        }

        (long outcome, byte[] reply) = Answer(rank, question, answer);
        foreach (bool step in Say(rank, AnswerTag, AnswerRestTag, outcome, reply))
        {
            yield return step;
        }
    }

    private IEnumerable<bool> Say(int rank, int tag, int restTag, long first, byte[] bytes)
    {
        byte[] begin = [.. Bytes([first, bytes.Length]), .. bytes.AsSpan(0, Math.Min(bytes.Length, FirstBytes))];
        using MpiTransfer message = library.Send(rank, tag, begin);
        while (!library.Test(message))
        {
            yield return false;
        }

        foreach (bool step in Send(rank, restTag, bytes, FirstBytes))
        {
            yield return step;
        }
    }
}
