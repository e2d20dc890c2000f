<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="socks" tilewidth="62" tileheight="72" tilecount="6" columns="6">
 <image source="socks.png" width="372" height="72"/>
 <tile id="0">
  <properties>
   <property name="symbol" value="red"/>
  </properties>
 </tile>
 <tile id="1">
  <properties>
   <property name="symbol" value="yellow"/>
  </properties>
 </tile>
 <tile id="2">
  <properties>
   <property name="symbol" value="green"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="symbol" value="blue"/>
  </properties>
 </tile>
 <tile id="4">
  <properties>
   <property name="symbol" value="violet"/>
  </properties>
 </tile>
 <tile id="5">
  <properties>
   <property name="symbol" value="orange"/>
  </properties>
 </tile>
</tileset>
