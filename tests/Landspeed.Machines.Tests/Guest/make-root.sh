#!/bin/bash
# make-root.sh DIRECTORY PACKAGES KERNEL...: makes DIRECTORY/root.img, a Debian 12 with these packages (separated by
# commas), and vmlinuz-KERNEL and initrd-KERNEL for each KERNEL, a package that depends on the newest one of its kind.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$1 packages=$2
shift 2
root=$out/root
export PATH=$PATH:/usr/sbin:/sbin

# In a mount namespace of its own: killed, it would leave /proc and /sys mounted in there, and rm -r would go into them.
# shellcheck disable=SC2016
unshare --mount mmdebstrap --quiet --variant=minbase --include="busybox-static,kmod,iproute2,$packages" \
  --customize-hook='chroot "$1" sh -c "cd /var/tmp && for kernel in '"$*"'; do mkdir \$kernel && cd \$kernel && apt-get download -qq \
    \$(apt-cache depends \$kernel | sed -n \"s/.*Depends: linux-image/linux-image/p\") && cd ..; done"' \
  bookworm "$root"

# What the kernel loads: file systems, disks, networks; not sound, screens and radio.
wanted=(arch crypto lib fs mm block net/9p net/core net/sunrpc net/dns_resolver net/ipv4 net/ipv6 net/packet net/unix
  drivers/block drivers/md drivers/virtio drivers/nvme drivers/scsi drivers/ata drivers/cdrom drivers/char drivers/dax drivers/net
  drivers/nvdimm)
for kernel; do
  unpacked=$out/$kernel
  dpkg-deb -x "$root/var/tmp/$kernel"/linux-image-*.deb "$unpacked"
  version=$(ls "$unpacked/lib/modules")
  mkdir -p "$root/lib/modules/$version/kernel"
  for part in "${wanted[@]}"; do
    [ -e "$unpacked/lib/modules/$version/kernel/$part" ] || continue
    mkdir -p "$root/lib/modules/$version/kernel/$(dirname "$part")"
    cp -a "$unpacked/lib/modules/$version/kernel/$part" "$root/lib/modules/$version/kernel/$part"
  done
  rm -rf "$root/lib/modules/$version/kernel/drivers/net"/{ethernet,wireless,usb,wwan,can,fddi,hamradio,arcnet,phy,dsa}
  cp "$unpacked/lib/modules/$version"/modules.{order,builtin,builtin.modinfo} "$root/lib/modules/$version/"
  depmod -b "$root" "$version"

  # The first root: modules for the disk, then the Debian on it.
  first=$out/first-$kernel
  mkdir -p "$first"/{bin,dev,proc,root,m}
  cp "$root/bin/busybox" "$first/bin/"
  number=100
  for module in virtio_pci virtio_blk crc32c_generic ext4; do
    modprobe --show-depends -d "$root" -S "$version" "$module"
  done | awk '/^insmod/ && !seen[$2]++ {print $2}' | while read -r file; do
    number=$((number + 1))
    case $file in
      *.xz) xz -dc "$file" >"$first/m/$number.ko" ;;
      *) cp "$file" "$first/m/$number.ko" ;;
    esac
  done
  install -m 755 "$here/first-init.sh" "$first/init"
  (cd "$first" && find . | cpio -o -H newc --quiet) >"$out/initrd-$kernel"
  cp "$unpacked/boot/vmlinuz-$version" "$out/vmlinuz-$kernel"
  rm -rf "$unpacked" "$first" "$root/var/tmp/$kernel"
done

install -D -m 755 "$here/agent.sh" "$root/usr/local/sbin/agent"
if [ -e "$root/usr/bin/systemctl" ]; then
  cat >"$root/etc/systemd/system/agent.service" <<'U'
[Unit]
Description=Commands from outside
After=basic.target
[Service]
ExecStart=/usr/local/sbin/agent
StandardOutput=tty
TTYPath=/dev/ttyS0
KillMode=process
[Install]
WantedBy=multi-user.target
U
  chroot "$root" systemctl --quiet enable agent.service
  for unit in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer \
    e2scrub_reap.service getty@tty1.service serial-getty@ttyS0.service serial-getty@ttyS1.service; do
    ln -sf /dev/null "$root/etc/systemd/system/$unit"
  done
else
  sed -i '/getty/d' "$root/etc/inittab"
  echo 'ag:2345:respawn:/usr/local/sbin/agent' >>"$root/etc/inittab"
fi
mkdir -p "$root/host"
echo machine >"$root/etc/hostname"
{ echo '127.0.0.1 localhost machine' && seq 8 | sed 's/.*/10.0.0.& node&/'; } >"$root/etc/hosts"
if [ -e "$root/usr/sbin/sshd" ]; then
  install -d -m 700 "$root/root/.ssh"
  chroot "$root" ssh-keygen -q -t ed25519 -N '' -f /root/.ssh/id_ed25519
  cp "$root/root/.ssh/id_ed25519.pub" "$root/root/.ssh/authorized_keys"
  echo 'StrictHostKeyChecking no' >"$root/root/.ssh/config"
fi
: >"$root/etc/fstab"
rm -rf "$root/usr/share/"{doc,man,locale,info}
mke2fs -q -t ext4 -L root -O ^has_journal -d "$root" "$out/root.img" 3G
tune2fs -O has_journal "$out/root.img" >/dev/null
rm -rf "$root"
