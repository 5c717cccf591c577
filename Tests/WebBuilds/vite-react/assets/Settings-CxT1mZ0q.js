import{s as o}from"./index-BIc2g0kX.js";export default()=>o;
