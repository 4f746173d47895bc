using System.Xml.Linq;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Tests.Svg;

public class MarkupWriterTests
{
    [Theory]
    [InlineData("</a><script>alert(1)</script>")]
    [InlineData("a & b &amp; \"c\" 'd' ]]> <!-- -->")]
    [InlineData("größe 文件 😀")]
    public void Text_and_attributes_come_back_as_they_were(string text)
    {
        XElement read = XElement.Parse(new MarkupWriter().Leaf("a", text, ("b", text)).ToString());

        Assert.Equal(text, read.Value);
        Assert.Equal(text, read.Attribute("b")!.Value);
        Assert.False(read.HasElements);
    }

    [Theory]
    [InlineData("a\0b")]
    [InlineData("a\u001bb")]
    [InlineData("a\u007fb")]
    [InlineData("a\u0085b")]
    [InlineData("a\uffffb")]
    public void What_XML_cannot_hold_becomes_a_replacement_character(string text) =>
        Assert.Equal("a\ufffdb", XElement.Parse(new MarkupWriter().Leaf("a", text).ToString()).Value);

    // Not an inline value: the metadata of an attribute cannot hold it.
    [Fact]
    public void Half_a_surrogate_pair_becomes_a_replacement_character() =>
        Assert.Equal("<a>a\ufffdb</a>", new MarkupWriter().Leaf("a", "a\ud800b").ToString());

    [Fact]
    public void Elements_nest() => Assert.Equal(
        "<a b=\"1\"><c/><d>e</d></a>",
        new MarkupWriter().Open("a", ("b", "1")).Empty("c").Leaf("d", "e").Close().ToString());
}
