#!/bin/busybox sh
# The first process: loads what the disk needs, and hands over to the Debian on it.
busybox=/bin/busybox
$busybox mount -t devtmpfs d /dev
$busybox mount -t proc p /proc
for module in /m/*; do $busybox insmod "$module" || echo "cannot load $module"; done
read -r words </proc/cmdline
init=/sbin/init
for word in $words; do case $word in init=*) init=${word#init=} ;; esac; done
$busybox mount -t ext4 -o rw /dev/vda /root || echo 'cannot mount the root disk'
$busybox umount /proc
$busybox mount --move /dev /root/dev
exec $busybox switch_root /root "$init"
