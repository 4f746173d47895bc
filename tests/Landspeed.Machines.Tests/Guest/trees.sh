# Sourced by tests of file systems: trees to copy, and what is left of them, found out by other programs than landspeed.

# plain DIRECTORY: names that all file systems take.
plain() (
  mkdir -p "$1/sub/deep" "$1/empty" && cd "$1"
  head -c 3000000 /dev/urandom >big
  head -c 100 /dev/urandom >sub/small
  : >sub/deep/nothing
  truncate -s 8M sparse
  printf x | dd of=sparse bs=1 seek=5000000 conv=notrunc status=none
  printf linked >one
  ln one two
  ln one sub/three
  ln -s big symlink
  printf owner >owner
  chown 1000:1001 owner
  printf script >script
  chmod 755 script
  printf private >private
  chmod 600 private
  printf attribute >attribute
  setfattr -n user.key -v value attribute
  printf list >list
  setfacl -m u:1234:r list
  printf long >"$(printf 'n%.0s' $(seq 200)).txt"
  printf umlaut >'zürich 日本'
  printf time >time
  touch -d '2001-02-03 04:05:07.123456789' time big sub/small
  printf year >year
  touch -d '2150-01-01 00:00:00' year
)

# odd DIRECTORY: names that some file systems refuse.
odd() (
  mkdir -p "$1" && cd "$1"
  for name in 'a"b' 'a<b' 'a|b' 'back\slash' 'co:lon' 'st*r' 'what?' 'trailing.' 'trailing ' aux con.txt a \
    "$(printf 'new\nline')" "$(printf 'bad-\377')"; do
    printf %s "this is $name" >"$name"
  done
)

# kept SOURCE TARGET: a line for each thing that a copy of a plain tree may lose; first those whose bytes differ.
kept() {
  (cd "$1" && find . -type f) | while read -r file; do cmp "$1/$file" "$2/$file" >&2 || echo "differs $file"; done
  case $(stat -c %.9Y "$2/time") in
    981173107.123456789) echo times 1 ns ;;
    981173107.123456700) echo times 100 ns ;;
    981173107.120000000) echo times 10 ms ;;
    981173107.000000000) echo times 1 s ;;
    981173106.000000000) echo times 2 s ;;
    *) stat -c 'times %.9Y' "$2/time" ;;
  esac
  case $(stat -c %Y "$2/year") in
    5680281600) echo years all ;;
    435481919[89]) echo years 1980 to 2107 ;;
    4294967295) echo years 1970 to 2106 ;;
    *) stat -c 'years %y' "$2/year" ;;
  esac
  [ "$(stat -c %a "$2/private" "$2/script" "$2/owner" | tr '\n' ' ')" = '600 755 644 ' ] \
    && echo modes kept || echo modes lost
  [ "$(stat -c %u:%g "$2/owner")" = 1000:1001 ] && echo owners kept || echo owners lost
  [ "$(getfattr --absolute-names --only-values -n user.key "$2/attribute" 2>/dev/null)" = value ] \
    && echo attributes kept || echo attributes lost
  getfacl -p "$2/list" 2>/dev/null | grep -q '^user:1234:r--' && echo access lists kept || echo access lists lost
  [ "$(stat -c %i "$2/one" "$2/two" "$2/sub/three" | sort -u | wc -l)" = 1 ] \
    && echo hard links kept || echo hard links lost
  [ "$(readlink "$2/symlink")" = big ] && echo symbolic links kept || echo symbolic links lost
  [ "$(stat -c %b "$2/sparse")" -lt 4096 ] && echo holes kept || echo holes filled
  [ "$(stat -c %W "$2/big")" -gt 1000000000 ] && echo births kept || echo births not known
}

# inodes DIRECTORY: the number of each thing below.
inodes() {
  (cd "$1" && find . -printf '%p %i\n' | sort)
}
