using System.Text;

namespace Landspeed.Tests.Platform;

public class FilePathTests
{
    [Fact]
    public void A_name_that_is_not_UTF8_survives_the_way_through_text()
    {
        byte[] bytes = [(byte)'a', 0xFF, 0xC3, (byte)'/', 0xE2, 0x82, 0xAC];

        FilePath path = FilePath.FromText(FilePath.FromBytes(bytes).Text);

        Assert.Equal(bytes, path.Bytes.ToArray());
        Assert.False(path.IsUtf8);
    }

    [Fact]
    public void Any_bytes_survive_the_way_through_text()
    {
        var random = new Random(20041);
        for (int run = 0; run < 10_000; run++)
        {
            byte[] bytes = new byte[random.Next(1, 256)];
            random.NextBytes(bytes);
            bytes.AsSpan().Replace((byte)0, (byte)1);

            Assert.Equal(bytes, FilePath.FromText(FilePath.Decode(bytes)).Bytes.ToArray());
        }
    }

    [Theory]
    [InlineData("a\u001b[31mb\n", "a\\x1B[31mb\\x0A")]
    [InlineData("\u202Eevil", "\\xE2\\x80\\xAEevil")]
    [InlineData("größe €", "größe €")]
    [InlineData("zero\u200Bwidth", "zero\\xE2\\x80\\x8Bwidth")]
    public void The_name_for_people_holds_no_control_character(string name, string display) =>
        Assert.Equal(display, FilePath.FromText(name).Display);

    [Theory]
    [InlineData("a", ".", "a")]
    [InlineData("/a", "/", "a")]
    [InlineData("/", "/", "")]
    [InlineData("x/y/", "x", "y")]
    [InlineData("x//y", "x", "y")]
    public void A_name_splits_into_parent_and_last_component(string name, string parent, string last)
    {
        FilePath path = FilePath.FromText(name);
        Assert.Equal(parent, path.Parent.Text);
        if (last.Length > 0)
        {
            Assert.Equal(last, path.Name.Text);
        }
    }

    [Theory]
    [InlineData("/")]
    [InlineData("//")]
    public void The_root_is_its_own_last_component(string root)
    {
        FilePath name = FilePath.FromText(root).Name;

        Assert.Equal("/", name.Text);
        Assert.Equal("/", name.Parent.Text);
    }

    [Fact]
    public void Empty_names_zero_bytes_and_stray_surrogates_are_refused()
    {
        Assert.Throws<ArgumentException>(() => FilePath.FromText(string.Empty));
        Assert.Throws<ArgumentException>(() => FilePath.FromText("a\0b"));
        Assert.Throws<ArgumentException>(() => FilePath.FromText("a\uD800b"));
        Assert.Throws<ArgumentException>(() => FilePath.FromBytes(Encoding.UTF8.GetBytes("\0")));
    }
}
