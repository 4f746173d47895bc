using Landspeed.Copying.Metadata;

namespace Landspeed.Tests.Copying.Metadata;

public sealed class NfsAccessListTests
{
    // What a Linux server shows of a file of mode 644.
    private const string Permissions =
        "AAAAAwAAAAAAAAAAABYBhwAAAAZPV05FUkAAAAAAAAAAAAAAABIAgQAAAAZHUk9VUEAAAAAAAAAAAAAAABIAgQAAAAlFVkVSWU9ORUAAAAA=";

    [Fact]
    public void A_list_of_owner_group_and_everyone_says_what_the_permissions_say() =>
        Assert.True(NfsAccessList.IsOfPermissions(Convert.FromBase64String(Permissions)));

    [Fact]
    public void A_list_that_names_somebody_says_more()
    {
        byte[] list = Convert.FromBase64String(Permissions);
        int group = list.AsSpan().IndexOf("GROUP@"u8);
        "u1234@"u8.CopyTo(list.AsSpan(group));
        Assert.False(NfsAccessList.IsOfPermissions(list));
    }

    [Fact]
    public void What_is_cut_off_or_longer_or_claims_more_is_no_such_list()
    {
        byte[] list = Convert.FromBase64String(Permissions);
        for (int length = 0; length < list.Length; length++)
        {
            Assert.False(NfsAccessList.IsOfPermissions(list.AsSpan(0, length)));
        }

        Assert.False(NfsAccessList.IsOfPermissions([.. list, 0, 0, 0, 0]));
        for (int at = 0; at < list.Length; at++)
        {
            byte[] changed = [.. list];
            changed[at] ^= 0x80;
            NfsAccessList.IsOfPermissions(changed); // ends, and reads nothing outside
        }

        byte[] most = [0x7f, 0xff, 0xff, 0xff, .. new byte[12], 0x7f, 0xff, 0xff, 0xff];
        Assert.False(NfsAccessList.IsOfPermissions(most));
    }
}
